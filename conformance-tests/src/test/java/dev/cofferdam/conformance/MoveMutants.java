package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.ACCESS_DENIED;
import static dev.cofferdam.workspace.ErrorCode.BUSY;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_EMPTY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;
import java.util.function.UnaryOperator;

/** Violations of the clauses MOVE. */
final class MoveMutants {
    private MoveMutants() {}

    private static UnaryOperator<Workspace> renames(Broken.Twist twist) {
        return Broken.twist(call -> call.is("rename") ? twist.call(call) : call.proceed());
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "removes what is missing",
                        Broken.forgiving(NOT_FOUND, "remove"),
                        "removing_what_is_missing_is_refused",
                        "what_is_trashed_has_an_id_and_can_come_back"),
                Mutant.of(
                        "removes every directory with its contents",
                        Broken.twist(call -> call.is("remove")
                                ? call.real()
                                        .remove(
                                                call.path(),
                                                call.args().length == 2
                                                        ? ((RemoveOptions) call.args()[1]).withContents()
                                                        : RemoveOptions.defaults()
                                                                .withContents())
                                : call.proceed()),
                        "a_directory_with_contents_is_removed_only_with_them",
                        "a_directory_with_contents_is_trashed_only_with_them"),
                Mutant.of(
                        "takes an attempt on the root for success",
                        Broken.forgiving(INVALID_ARGUMENT, "remove"),
                        "the_root_is_not_removed"),
                Mutant.of(
                        "removes one by one",
                        Broken.twist(call -> {
                            if (call.is("remove")
                                    && call.path().equals("t")
                                    && call.real().exists("t/f700")) {
                                for (Entry entry : call.real().list("t")) {
                                    call.real().remove(entry.path());
                                }
                            }
                            return call.proceed();
                        }),
                        "a_tree_vanishes_as_a_whole"),
                Mutant.of(
                        "does not name what it could not remove",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == ACCESS_DENIED && call.is("remove")
                                        ? WorkspaceException.of(ACCESS_DENIED, "something was refused")
                                        : e;
                            }
                        }),
                        "what_cannot_be_removed_is_named"),
                Mutant.of(
                        "is stopped by directories that refuse",
                        Broken.twist(call -> {
                            if (call.is("remove")
                                    && List.of("t", "top").contains(call.path())
                                    && call.real().exists("kept")) {
                                throw WorkspaceException.at(ACCESS_DENIED, call.path(), "refused");
                            }
                            return call.proceed();
                        }),
                        "directories_that_refuse_are_removed_with_their_tree"),
                Mutant.of(
                        "gives trashed entries no id",
                        Broken.results((call, result) -> result == null ? null : "", "remove"),
                        "what_is_trashed_has_an_id_and_can_come_back"),
                Mutant.of(
                        "overwrites unasked",
                        renames(call -> call.args().length == 3
                                ? call.proceed()
                                : call.real()
                                        .rename(
                                                call.path(),
                                                (String) call.args()[1],
                                                RenameOptions.defaults().overwriting())),
                        "a_link_at_the_destination_counts_and_is_never_followed",
                        "a_rename_never_replaces_what_is_created_meanwhile",
                        "a_rename_onto_another_link_of_the_same_file_takes_the_source_away",
                        "an_existing_destination_is_refused",
                        "of_several_renames_to_one_place_exactly_one_succeeds"),
                Mutant.of(
                        "looks first and renames then",
                        renames(call -> {
                            if (call.args().length == 3) {
                                return call.proceed();
                            }
                            String to = (String) call.args()[1];
                            if (call.real().exists(to)) {
                                return call.proceed();
                            }
                            Thread.sleep(5);
                            return call.real()
                                    .rename(
                                            call.path(),
                                            to,
                                            RenameOptions.defaults().overwriting());
                        }),
                        "a_link_at_the_destination_counts_and_is_never_followed",
                        "a_rename_never_replaces_what_is_created_meanwhile",
                        "of_several_renames_to_one_place_exactly_one_succeeds"),
                Mutant.of(
                        "never overwrites",
                        renames(call -> call.args().length == 3
                                ? call.real()
                                        .rename(
                                                call.path(),
                                                (String) call.args()[1],
                                                new RenameOptions(false, ((RenameOptions) call.args()[2]).evenIfBusy()))
                                : call.proceed()),
                        "a_link_at_the_destination_counts_and_is_never_followed",
                        "a_rename_onto_another_link_of_the_same_file_takes_the_source_away",
                        "overwriting_lets_a_directory_replace_an_empty_one",
                        "overwriting_lets_a_file_replace_a_file"),
                Mutant.of(
                        "claims to replace whatever is there",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (call.is("rename")
                                        && call.args().length == 3
                                        && (e.code() == EXISTS || e.code() == NOT_EMPTY)) {
                                    return true;
                                }
                                throw e;
                            }
                        }),
                        "overwriting_replaces_nothing_else"),
                Mutant.of(
                        "has another code for a rename into itself",
                        Broken.recoding(INVALID_ARGUMENT, IO, "rename"),
                        "a_rename_into_its_own_subtree_is_refused"),
                Mutant.of(
                        "makes no parents for a rename",
                        renames(call -> {
                            String to = (String) call.args()[1];
                            int slash = to.lastIndexOf('/');
                            if (slash > 0 && !call.real().exists(to.substring(0, slash))) {
                                throw WorkspaceException.at(NOT_FOUND, to, "its parent is missing");
                            }
                            return call.proceed();
                        }),
                        "a_rename_into_its_own_subtree_is_refused",
                        "parents_of_a_destination_are_made"),
                Mutant.of(
                        "refuses a rename onto itself",
                        renames(call -> {
                            if (call.path().equals(call.args()[1])) {
                                throw WorkspaceException.at(EXISTS, call.path(), "exists already");
                            }
                            return call.proceed();
                        }),
                        "a_rename_onto_itself_does_nothing"),
                Mutant.of(
                        "leaves another link of the same file",
                        Broken.twist(call -> call.is("rename")
                                        && call.args().length == 3
                                        && List.of("a", "b").contains(call.path())
                                        && call.real().exists((String) call.args()[1])
                                ? true
                                : call.proceed()),
                        "a_rename_onto_another_link_of_the_same_file_takes_the_source_away"),
                Mutant.of(
                        "follows a link at the destination",
                        renames(call -> {
                            if (call.args().length == 3 && call.args()[1].equals("to-file")) {
                                return call.real()
                                        .rename(
                                                call.path(),
                                                "target",
                                                RenameOptions.defaults().overwriting());
                            }
                            return call.proceed();
                        }),
                        "a_link_at_the_destination_counts_and_is_never_followed"),
                Mutant.of(
                        "minds no command",
                        Broken.forgiving(
                                BUSY, "remove", "rename", "restore", "restoreFromTrash", "emptyTrash", "importArchive"),
                        "a_root_given_by_path_is_locked_for_every_workspace_on_it",
                        "destructive_operations_are_refused_while_processes_are_left",
                        "destructive_operations_wait_for_no_command",
                        "remove_and_rename_can_go_ahead_all_the_same"),
                Mutant.of(
                        "does not name the command",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == BUSY ? WorkspaceException.of(BUSY, "busy") : e;
                            }
                        }),
                        "destructive_operations_are_refused_while_processes_are_left",
                        "destructive_operations_wait_for_no_command"),
                Mutant.of(
                        "runs a command at once",
                        Broken.twist(call -> call.is("exec")
                                        && call.args()[0] instanceof Command command
                                        && command.toString().equals("cat i/f")
                                ? dev.cofferdam.workspace.Workspace.class
                                        .cast(call.real())
                                        .exec("echo early")
                                : call.proceed()),
                        "a_command_waits_while_a_destructive_operation_runs"),
                Mutant.of(
                        "writes where it only reads",
                        Broken.after(
                                call -> {
                                    if (call.real().stat("").mode() == 0555) {
                                        call.real().exec("chmod 755 . && mkdir -p .cofferdam; chmod 555 .");
                                    }
                                },
                                "readText"),
                        "a_root_that_cannot_be_written_can_be_read_and_run_in"),
                Mutant.of(
                        "counts processes of other sessions",
                        Broken.twist(call -> {
                            if (call.is("remove") && call.real().exists("out")) {
                                throw WorkspaceException.of(BUSY, "busy with sleep");
                            }
                            return call.proceed();
                        }),
                        "processes_with_a_session_of_their_own_do_not_count"),
                Mutant.of(
                        "goes ahead for nobody",
                        Broken.twist(call -> {
                            if (call.args().length == 2
                                    && call.args()[1] instanceof RemoveOptions options
                                    && options.evenIfBusy()) {
                                throw WorkspaceException.of(UNSUPPORTED, "never");
                            }
                            return call.proceed();
                        }),
                        "remove_and_rename_can_go_ahead_all_the_same"));
    }
}
