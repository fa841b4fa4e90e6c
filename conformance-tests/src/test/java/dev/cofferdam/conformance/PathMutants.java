package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.INVALID_PATH;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Violations of the clauses PATH. */
final class PathMutants {
    private PathMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "gives absolute paths",
                        Broken.results(
                                (call, result) ->
                                        at((Entry) result, call.real().root() + "/" + ((Entry) result).path()),
                                "stat"),
                        "a_path_is_normalised_before_it_is_looked_up",
                        "a_relative_path_is_taken_from_the_root",
                        "an_absolute_path_in_the_root_is_accepted",
                        "odd_characters_are_ordinary_characters_of_a_name",
                        "the_empty_path_and_the_dot_are_the_root"),
                Mutant.of(
                        "refuses absolute paths",
                        Broken.refusing(OUTSIDE_ROOT, path -> path.startsWith("/")),
                        "a_root_behind_a_link_has_two_spellings",
                        "an_absolute_path_in_the_root_is_accepted",
                        "the_empty_path_and_the_dot_are_the_root"),
                Mutant.of(
                        "knows one spelling of its root",
                        Broken.twist(call -> {
                            if (call.path().startsWith("/")
                                    && !call.is("exec", "start")
                                    && !call.path().startsWith(call.real().root())) {
                                throw WorkspaceException.at(OUTSIDE_ROOT, call.path(), "refused");
                            }
                            return call.proceed();
                        }),
                        "a_root_behind_a_link_has_two_spellings"),
                Mutant.of(
                        "takes a dot for a name",
                        Broken.refusing(NOT_FOUND, "."::equals),
                        "the_empty_path_and_the_dot_are_the_root"),
                Mutant.of(
                        "takes backslashes for slashes",
                        Broken.paths(path -> path.replace('\\', '/')),
                        "odd_characters_are_ordinary_characters_of_a_name",
                        "odd_names_are_the_same_to_commands",
                        "what_other_platforms_separate_is_a_part_of_a_name"),
                Mutant.of(
                        "does not know a dot within",
                        Broken.refusing(NOT_FOUND, path -> path.contains("/./")),
                        "a_path_is_normalised_before_it_is_looked_up"),
                Mutant.of(
                        "stops at the root",
                        Broken.paths(path -> path.startsWith("../") ? path.substring(3) : path),
                        "a_path_that_leaves_the_root_is_refused"),
                Mutant.of(
                        "has another code for strings that are no paths",
                        Broken.recoding(INVALID_PATH, INVALID_ARGUMENT),
                        "a_path_has_at_most_3000_bytes",
                        "strings_that_are_no_names_are_refused"),
                Mutant.of(
                        "takes no long path",
                        Broken.refusing(INVALID_PATH, path -> path.length() > 2000),
                        "a_path_has_at_most_3000_bytes"),
                Mutant.opening(
                        "takes no long root",
                        opener -> Doubles.opening(options -> {
                            if (options.root()
                                    .filter(root -> root.length() > 900)
                                    .isPresent()) {
                                throw WorkspaceException.of(INVALID_PATH, "the root is too long");
                            }
                            return opener.open(options);
                        }),
                        "a_root_has_at_most_1000_bytes"),
                Mutant.of(
                        "trims names",
                        Broken.paths(String::strip),
                        "odd_characters_are_ordinary_characters_of_a_name",
                        "odd_names_are_the_same_to_commands"),
                Mutant.of(
                        "knows no newline",
                        Broken.paths(path -> path.replace('\n', '_')),
                        "odd_characters_are_ordinary_characters_of_a_name",
                        "odd_names_are_the_same_to_commands"),
                Mutant.of(
                        "makes its directory at once",
                        Broken.after(call -> call.real().exec("mkdir -p .cofferdam"), "writeText"),
                        "an_own_directory_that_was_replaced_stops_snapshots",
                        "an_own_directory_that_was_replaced_stops_the_trash",
                        "the_own_directory_is_made_lazily",
                        "the_own_directory_is_private_and_ignored_by_git"),
                Mutant.of(
                        "shows its directory to everyone",
                        Broken.after(
                                call -> call.real().exec("chmod 755 .cofferdam; rm -f .cofferdam/.gitignore"),
                                "remove"),
                        "the_own_directory_is_private_and_ignored_by_git"),
                Mutant.of(
                        "tells what is in its directory",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == OUTSIDE_ROOT && call.path().contains(".cofferdam")
                                        ? WorkspaceException.of(NOT_FOUND, "not there")
                                        : e;
                            }
                        }),
                        "the_own_directory_is_out_of_reach"),
                Mutant.of(
                        "lists its directory",
                        Broken.results(
                                (call, result) -> call.path().isEmpty()
                                                && call.real()
                                                        .exec(Command.of("test", "-d", ".cofferdam/trash"))
                                                        .succeeded()
                                        ? with((Listing) result, call.real().stat(""))
                                        : result,
                                "list"),
                        "the_own_directory_is_never_listed"),
                Mutant.of(
                        "trashes into whatever is there",
                        Broken.forgiving(IO, "remove"),
                        "a_loop_of_links_fails_and_is_named",
                        "an_own_directory_that_was_replaced_stops_the_trash"),
                Mutant.of(
                        "snapshots into whatever is there",
                        Broken.forgiving(IO, "snapshot"),
                        "an_own_directory_that_was_replaced_stops_snapshots"),
                Mutant.of(
                        "reads outside",
                        Broken.forgiving(OUTSIDE_ROOT, "read", "readText"),
                        "a_dangling_link_that_points_outside_is_refused",
                        "a_link_that_leaves_the_root_is_refused",
                        "a_missing_tail_is_judged_behind_its_link",
                        "a_path_that_leaves_the_root_is_refused",
                        "a_root_behind_a_link_has_two_spellings",
                        "an_absolute_path_in_the_root_is_accepted",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "writes outside",
                        Broken.forgiving(OUTSIDE_ROOT, "write", "writeText"),
                        "a_dangling_link_that_points_outside_is_refused",
                        "a_link_that_leaves_the_root_is_refused",
                        "a_missing_tail_is_judged_behind_its_link",
                        "a_path_that_leaves_the_root_is_refused",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "lists outside",
                        Broken.forgiving(OUTSIDE_ROOT, "list"),
                        "a_link_that_leaves_the_root_is_refused",
                        "a_path_that_leaves_the_root_is_refused",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "makes directories outside",
                        Broken.forgiving(OUTSIDE_ROOT, "mkdir"),
                        "a_dangling_link_that_points_outside_is_refused",
                        "a_link_that_leaves_the_root_is_refused",
                        "a_missing_tail_is_judged_behind_its_link",
                        "a_path_that_leaves_the_root_is_refused",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "renames outside",
                        Broken.forgiving(OUTSIDE_ROOT, "rename"),
                        "a_path_that_leaves_the_root_is_refused",
                        "neither_end_of_a_rename_or_copy_leaves_the_root",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "copies outside",
                        Broken.forgiving(OUTSIDE_ROOT, "copy"),
                        "a_path_that_leaves_the_root_is_refused",
                        "neither_end_of_a_rename_or_copy_leaves_the_root",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "removes outside",
                        Broken.forgiving(OUTSIDE_ROOT, "remove"),
                        "a_path_that_leaves_the_root_is_refused",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too",
                        "the_parent_of_what_is_removed_or_described_stays_in_the_root"),
                Mutant.of(
                        "describes what is outside",
                        Broken.forgiving(OUTSIDE_ROOT, "stat"),
                        "a_path_that_leaves_the_root_is_refused",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too",
                        "the_parent_of_what_is_removed_or_described_stays_in_the_root"),
                Mutant.of(
                        "tells whether there is something outside",
                        Broken.forgiving(OUTSIDE_ROOT, "exists"),
                        "a_link_that_leaves_the_root_is_refused",
                        "a_path_that_leaves_the_root_is_refused",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too",
                        "whether_a_link_leads_to_something_outside_is_not_told"),
                Mutant.of(
                        "runs outside",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == OUTSIDE_ROOT && call.args()[0] instanceof Command command) {
                                    return call.real().exec(command.cwd("."));
                                }
                                throw e;
                            }
                        }),
                        "the_directory_of_a_command_stays_in_the_root",
                        "the_own_directory_is_out_of_reach",
                        "the_own_directory_is_out_of_reach_through_links_too"),
                Mutant.of(
                        "describes the target of a link",
                        Broken.results(
                                (call, result) -> result instanceof Entry entry && entry.type() == EntryType.SYMLINK
                                        ? new Entry(
                                                entry.path(),
                                                EntryType.FILE,
                                                entry.size(),
                                                entry.modified(),
                                                entry.mode(),
                                                Optional.empty(),
                                                false)
                                        : result,
                                "stat"),
                        "a_final_link_is_acted_on_itself",
                        "a_loop_of_links_fails_and_is_named"),
                Mutant.of(
                        "takes a dangling link for something",
                        Broken.results((call, result) -> (boolean) result || isLink(call), "exists"),
                        "a_dangling_link_does_not_exist"),
                Mutant.of(
                        "takes a loop for nothing",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw String.valueOf(e.getMessage()).contains("loop")
                                        ? WorkspaceException.of(NOT_FOUND, "not there")
                                        : e;
                            }
                        }),
                        "a_loop_of_links_fails_and_is_named"),
                Mutant.of(
                        "does not flag names that are not UTF-8",
                        Broken.entries(entry -> new Entry(
                                entry.path(),
                                entry.type(),
                                entry.size(),
                                entry.modified(),
                                entry.mode(),
                                entry.linkTarget(),
                                false)),
                        "names_that_are_not_utf8_are_listed_as_lossy"),
                Mutant.of(
                        "leaves names that are not UTF-8",
                        Broken.after(
                                call -> call.real()
                                        .exec("[ -d t ] || { mkdir -p t; printf x > \"t/$(printf '\\351')\"; }"),
                                "remove"),
                        "a_final_link_is_acted_on_itself",
                        "a_recursive_remove_takes_names_that_are_not_utf8",
                        "the_own_directory_is_made_lazily",
                        "the_own_directory_is_never_listed",
                        "the_trash_gives_back_names_that_are_not_utf8"),
                Mutant.of(
                        "loses names that are not UTF-8 from the trash",
                        Broken.after(
                                call -> call.real().exec("rm -f \"t/$(printf '\\377\\376')\""), "restoreFromTrash"),
                        "the_trash_gives_back_names_that_are_not_utf8"),
                Mutant.of(
                        "loses names that are not UTF-8 from snapshots",
                        Broken.after(call -> call.real().exec("rm -f \"t/$(printf '\\377\\376')\""), "restore"),
                        "snapshots_keep_names_that_are_not_utf8"),
                Mutant.of(
                        "reads by path",
                        Broken.twist(call -> call.is("readText") && call.path().equals("d/secret")
                                ? call.real().exec("cat d/secret").stdout().text()
                                : call.proceed()),
                        "a_swapped_directory_never_makes_a_read_leave_the_root"),
                Mutant.of(
                        "writes by path",
                        Broken.twist(call -> {
                            if (call.is("writeText") && call.path().startsWith("d/n")) {
                                call.real().exec(Command.of("sh", "-c", "printf new > \"$1\"", "sh", call.path()));
                                return null;
                            }
                            return call.proceed();
                        }),
                        "a_swapped_directory_never_makes_a_write_leave_the_root"));
    }

    private static boolean isLink(Broken.Call call) {
        try {
            return call.real().stat(call.path()).type() == EntryType.SYMLINK;
        } catch (WorkspaceException e) {
            return false;
        }
    }

    private static Entry at(Entry entry, String path) {
        return new Entry(
                path, entry.type(), entry.size(), entry.modified(), entry.mode(), entry.linkTarget(), entry.lossy());
    }

    private static Listing with(Listing listing, Entry root) {
        List<Entry> entries = new ArrayList<>(listing.entries());
        entries.add(0, at(root, ".cofferdam"));
        return new Listing(entries, listing.truncated(), listing.unreadable());
    }
}
