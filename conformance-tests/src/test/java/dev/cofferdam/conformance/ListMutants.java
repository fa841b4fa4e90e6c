package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses LIST. */
final class ListMutants {
    private ListMutants() {}

    private static UnaryOperator<Workspace> options(UnaryOperator<ListOptions> change) {
        return Broken.twist(call -> call.is("list")
                ? call.real()
                        .list(
                                call.path(),
                                change.apply(
                                        call.args().length == 2
                                                ? (ListOptions) call.args()[1]
                                                : ListOptions.defaults()))
                : call.proceed());
    }

    private static UnaryOperator<Workspace> globs(UnaryOperator<String> change) {
        return options(o -> new ListOptions(
                o.depth(), o.includeHidden(), o.skipDirs(), o.glob().map(change), o.after(), o.limit()));
    }

    private static UnaryOperator<Workspace> listings(UnaryOperator<Listing> change) {
        return Broken.results((call, result) -> change.apply((Listing) result), "list");
    }

    private static UnaryOperator<Workspace> sorting(Function<Entry, String> key) {
        return listings(listing -> new Listing(
                listing.entries().stream().sorted(Comparator.comparing(key)).toList(),
                listing.truncated(),
                listing.unreadable()));
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "sorts paths as text",
                        sorting(Entry::path),
                        "entries_come_in_the_order_of_their_bytes",
                        "pages_put_together_equal_the_whole_listing"),
                Mutant.opening(
                        "sorts by locale",
                        opener -> Doubles.opening(options -> {
                            Workspace real = opener.open(options);
                            String locale = options.env().getOrDefault("LC_ALL", "C");
                            return locale.equals("C")
                                    ? real
                                    : sorting(Entry::path).apply(real);
                        }),
                        "the_order_is_the_same_in_every_locale"),
                Mutant.of(
                        "lists two levels",
                        options(o -> o.depth().isEmpty() && o.glob().isEmpty() ? o.depth(2) : o),
                        "a_listing_over_the_limit_names_the_ways_out",
                        "a_tree_deeper_than_a_path_can_be_is_listed",
                        "depth_is_one_unless_asked_for",
                        "skipped_directories_are_listed_and_not_entered"),
                Mutant.of(
                        "keeps a glob on one level",
                        options(o -> o.depth().isEmpty() ? o.depth(1) : o),
                        "a_glob_that_crosses_directories_has_no_depth_of_its_own"),
                Mutant.of(
                        "shows hidden names",
                        options(o -> o.includeHidden(true)),
                        "a_glob_that_crosses_directories_has_no_depth_of_its_own",
                        "depth_is_one_unless_asked_for",
                        "hidden_names_are_left_out_unless_asked_for"),
                Mutant.of(
                        "enters every directory",
                        options(o -> o.skipDirs(Set.of())),
                        "a_glob_that_crosses_directories_has_no_depth_of_its_own",
                        "depth_is_one_unless_asked_for",
                        "hidden_names_are_left_out_unless_asked_for",
                        "skipped_directories_are_listed_and_not_entered"),
                Mutant.of(
                        "never says that it was cut",
                        listings(listing -> new Listing(listing.entries(), false, listing.unreadable())),
                        "pages_put_together_equal_the_whole_listing"),
                Mutant.of(
                        "ignores the cursor",
                        options(o -> new ListOptions(
                                o.depth(), o.includeHidden(), o.skipDirs(), o.glob(), Optional.empty(), o.limit())),
                        "a_cursor_need_not_exist",
                        "pages_put_together_equal_the_whole_listing"),
                Mutant.of(
                        "gives no more than five entries",
                        options(o -> o.limit().isPresent() || o.glob().isPresent()
                                ? o
                                : new ListOptions(
                                        o.depth(),
                                        o.includeHidden(),
                                        o.skipDirs(),
                                        o.glob(),
                                        o.after(),
                                        OptionalInt.of(5))),
                        "a_listing_over_the_limit_names_the_ways_out",
                        "a_tree_deeper_than_a_path_can_be_is_listed",
                        "depth_is_one_unless_asked_for",
                        "entries_come_in_the_order_of_their_bytes",
                        "hidden_names_are_left_out_unless_asked_for",
                        "links_are_listed_and_never_entered",
                        "pages_put_together_equal_the_whole_listing",
                        "skipped_directories_are_listed_and_not_entered",
                        "the_order_is_the_same_in_every_locale",
                        "what_a_glob_selects_is_what_its_matcher_says_of_each_entry"),
                Mutant.of(
                        "lists what is missing",
                        Broken.twist(call -> empty(call, NOT_FOUND)),
                        "only_directories_that_exist_can_be_listed"),
                Mutant.of(
                        "lists files",
                        Broken.twist(call -> empty(call, NOT_A_DIRECTORY)),
                        "only_directories_that_exist_can_be_listed"),
                Mutant.of(
                        "has no way out of a listing that is too large",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == TOO_LARGE && call.is("list")
                                        ? WorkspaceException.of(TOO_LARGE, "too large")
                                        : e;
                            }
                        }),
                        "a_listing_over_the_limit_names_the_ways_out"),
                Mutant.of(
                        "fails where a directory vanishes",
                        Broken.twist(call -> {
                            Object result = call.proceed();
                            if (result instanceof Listing listing
                                    && listing.paths().contains("v")) {
                                throw WorkspaceException.of(NOT_FOUND, "vanished");
                            }
                            return result;
                        }),
                        "directories_that_vanish_do_not_fail_a_listing"),
                Mutant.of(
                        "says nothing of what it could not read",
                        listings(listing -> new Listing(listing.entries(), listing.truncated(), List.of())),
                        "a_directory_that_cannot_be_read_is_reported"),
                Mutant.of(
                        "fails in the depth",
                        Broken.twist(call -> {
                            Object result = call.proceed();
                            if (result instanceof Listing listing
                                    && listing.entries().size() > 500) {
                                throw WorkspaceException.of(IO, "File name too long");
                            }
                            return result;
                        }),
                        "a_tree_deeper_than_a_path_can_be_is_listed"),
                Mutant.of(
                        "removes no deep tree",
                        Broken.twist(call -> {
                            if (call.is("remove")
                                    && call.path().equals("top")
                                    && call.real().exists("keep")) {
                                throw WorkspaceException.of(IO, "File name too long");
                            }
                            return call.proceed();
                        }),
                        "a_tree_deeper_than_a_path_can_be_is_removed"),
                Mutant.of(
                        "leaves a deep tree at its end",
                        Broken.twist(call -> {
                            if (call.is("close") && call.real().exists("top")) {
                                call.real().exec("mkdir -p \"${TMPDIR:-/tmp}\"");
                                return null;
                            }
                            return call.proceed();
                        }),
                        "a_workspace_with_a_tree_deeper_than_a_path_can_be_is_closed"),
                Mutant.of(
                        "matches globs from the root",
                        Broken.twist(call -> call.is("list")
                                        && call.args().length == 2
                                        && call.args()[1] instanceof ListOptions o
                                        && o.glob().isPresent()
                                        && !call.path().isEmpty()
                                ? call.with(
                                        call.path(),
                                        o.glob(call.path() + "/" + o.glob().get()))
                                : call.proceed()),
                        "a_glob_is_matched_on_the_path_from_the_listed_directory",
                        "a_listing_over_the_limit_names_the_ways_out"),
                Mutant.of(
                        "lets a star cross directories",
                        globs(glob -> glob.equals("*c") ? "**/*c" : glob),
                        "stars_and_question_marks_stay_in_their_segment"),
                Mutant.of(
                        "takes two stars for one",
                        globs(glob -> glob.replace("**", "*")),
                        "a_glob_that_crosses_directories_has_no_depth_of_its_own",
                        "two_stars_are_special_as_a_whole_segment_only",
                        "what_a_glob_selects_is_what_its_matcher_says_of_each_entry"),
                Mutant.of(
                        "knows no negated class",
                        globs(glob -> glob.replace("[!", "[")),
                        "classes_hold_characters_and_ranges"),
                Mutant.of(
                        "knows no alternatives",
                        globs(glob -> glob.replace("{", "\\{").replace("}", "\\}")),
                        "a_backslash_escapes_the_next_character",
                        "a_bad_glob_is_refused",
                        "braces_hold_alternatives",
                        "what_a_glob_selects_is_what_its_matcher_says_of_each_entry"),
                Mutant.of(
                        "knows no escape",
                        globs(glob -> glob.replace("\\", "\\\\")),
                        "a_backslash_escapes_the_next_character",
                        "a_bad_glob_is_refused",
                        "braces_hold_alternatives"),
                Mutant.of(
                        "takes a bad glob for one that matches nothing",
                        Broken.twist(call -> call.is("list")
                                        && call.args().length == 2
                                        && ((ListOptions) call.args()[1]).glob().isPresent()
                                ? empty(call, INVALID_ARGUMENT)
                                : call.proceed()),
                        "a_bad_glob_is_refused",
                        "braces_hold_alternatives"),
                Mutant.of(
                        "filters with a narrower glob first",
                        Broken.results(
                                (call, result) -> call.args().length == 2
                                                && ((ListOptions) call.args()[1])
                                                        .glob()
                                                        .filter(glob -> glob.contains("?"))
                                                        .isPresent()
                                        ? new Listing(
                                                ((Listing) result)
                                                        .entries().stream()
                                                                .filter(entry -> entry.path()
                                                                        .chars()
                                                                        .allMatch(c -> c < 128))
                                                                .toList(),
                                                false,
                                                List.of())
                                        : result,
                                "list"),
                        "a_glob_is_matched_on_the_path_from_the_listed_directory",
                        "a_glob_selects_names_that_are_not_utf8",
                        "what_a_glob_selects_is_what_its_matcher_says_of_each_entry"),
                Mutant.of(
                        "enters links",
                        Broken.results(
                                (call, result) -> {
                                    Listing listing = (Listing) result;
                                    if (call.args().length == 1
                                            || !listing.paths().contains("to-d")) {
                                        return result;
                                    }
                                    return new Listing(
                                            Stream.concat(
                                                            listing.entries().stream(),
                                                            call.real().list("to-d").entries().stream())
                                                    .toList(),
                                            false,
                                            List.of());
                                },
                                "list"),
                        "links_are_listed_and_never_entered"));
    }

    private static Object empty(Broken.Call call, dev.cofferdam.workspace.ErrorCode code) throws Throwable {
        try {
            return call.proceed();
        } catch (WorkspaceException e) {
            if (e.code() == code && call.is("list")) {
                return new Listing(List.of(), false, List.of());
            }
            throw e;
        }
    }
}
