package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.ACCESS_DENIED;
import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.IS_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_FILE;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TIMED_OUT;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;
import java.util.Optional;

/** Violations of the clauses FILE about reading and single entries. */
final class FileMutants {
    private FileMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "reads bytes as text",
                        Broken.results(
                                (call, result) -> call.args().length == 1
                                        ? new String((byte[]) result, UTF_8).getBytes(UTF_8)
                                        : result,
                                "read"),
                        "a_file_comes_back_byte_for_byte",
                        "what_the_client_and_commands_write_is_the_same_to_both"),
                Mutant.of(
                        "reads a file over its limit as an empty one",
                        Broken.forgiving(TOO_LARGE, "read", "readText"),
                        "a_file_over_the_limit_is_refused_with_both_sizes"),
                Mutant.of(
                        "reads all of a growing file",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == TOO_LARGE && call.path().equals("grow")) {
                                    return new byte[100_001];
                                }
                                throw e;
                            }
                        }),
                        "a_growing_file_is_never_read_beyond_the_limit"),
                Mutant.of(
                        "fails without a code on a missing file",
                        Broken.recoding(NOT_FOUND, IO, "read", "readText"),
                        "a_missing_file_is_not_found",
                        "reading_leaves_the_root_as_it_is"),
                Mutant.of(
                        "takes a file within a path for nothing",
                        Broken.recoding(NOT_A_DIRECTORY, NOT_FOUND, "read"),
                        "a_file_is_no_directory"),
                Mutant.of(
                        "takes a directory for nothing",
                        Broken.recoding(IS_DIRECTORY, NOT_FOUND, "read"),
                        "a_directory_is_no_file"),
                Mutant.of(
                        "fails on a FIFO as on anything",
                        Broken.recoding(NOT_A_FILE, IO, "read", "readText"),
                        "a_fifo_is_refused_without_being_opened",
                        "a_fifo_that_is_swapped_in_holds_no_read"),
                Mutant.of(
                        "renews the time of what it reads",
                        Broken.after(call -> call.real().touch(call.path()), "read", "readText"),
                        "copy_copies_files_and_trees",
                        "reading_leaves_the_root_as_it_is"),
                Mutant.of(
                        "reads only where it could write",
                        Broken.twist(call -> {
                            if (call.is("readText")
                                    && call.path().equals("d/a.txt")
                                    && call.real().stat("d").mode() == 0555) {
                                throw WorkspaceException.at(ACCESS_DENIED, call.path(), "refused");
                            }
                            return call.proceed();
                        }),
                        "a_directory_that_cannot_be_written_can_be_read"),
                Mutant.of(
                        "counts bytes from one",
                        Broken.twist(call -> call.is("read") && call.args().length == 3 && (long) call.args()[1] > 0
                                ? call.with(call.args()[0], (long) call.args()[1] - 1, call.args()[2])
                                : call.proceed()),
                        "a_file_over_the_limit_is_refused_with_both_sizes",
                        "a_part_of_a_file_is_read",
                        "appending_adds_to_the_end"),
                Mutant.of(
                        "decodes leniently",
                        Broken.twist(call -> call.is("readText") && call.args().length == 1
                                ? call.real().readTextLenient(call.path())
                                : call.proceed()),
                        "text_that_is_not_utf8_is_refused"),
                Mutant.of(
                        "decodes everything as UTF-8",
                        Broken.twist(call -> call.is("readText") ? call.real().readText(call.path()) : call.proceed()),
                        "text_is_decoded_in_the_charset_asked_for"),
                Mutant.of(
                        "decodes strictly always",
                        Broken.twist(call ->
                                call.is("readTextLenient") ? call.real().readText(call.path()) : call.proceed()),
                        "text_is_decoded_leniently_when_asked_for"),
                Mutant.of(
                        "has another code for an operation over its time",
                        Broken.recoding(TIMED_OUT, IO),
                        "an_operation_over_its_time_frees_what_it_holds",
                        "an_operation_over_its_time_is_ended"),
                Mutant.of(
                        "leaves a thread for each operation over its time",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == TIMED_OUT) {
                                    Thread left = new Thread(
                                            () -> java.util.concurrent.locks.LockSupport.parkNanos(15_000_000_000L));
                                    left.setDaemon(true);
                                    left.start();
                                }
                                throw e;
                            }
                        }),
                        "an_operation_over_its_time_frees_what_it_holds"),
                Mutant.of(
                        "gives directories a size",
                        Broken.results(
                                (call, result) -> {
                                    Entry entry = (Entry) result;
                                    return entry.type() == EntryType.DIRECTORY ? sized(entry, 4096) : entry;
                                },
                                "stat"),
                        "stat_agrees_with_what_commands_see",
                        "stat_tells_what_is_there"),
                Mutant.of(
                        "knows one mode",
                        Broken.entries(entry -> new Entry(
                                entry.path(),
                                entry.type(),
                                entry.size(),
                                entry.modified(),
                                0644,
                                entry.linkTarget(),
                                entry.lossy())),
                        "a_directory_that_cannot_be_written_can_be_read",
                        "a_mode_can_be_given_for_an_existing_file",
                        "an_existing_file_keeps_its_mode",
                        "copy_keeps_modes_and_links",
                        "set_mode_sets_the_mode",
                        "stat_agrees_with_what_commands_see",
                        "the_mode_given_with_a_write_is_the_mode_of_a_new_file"),
                Mutant.of(
                        "makes a directory again",
                        Broken.results((call, result) -> true, "mkdir"),
                        "mkdir_makes_parents_and_accepts_what_is_there"),
                Mutant.of(
                        "takes a file for a directory",
                        Broken.forgiving(EXISTS, "mkdir"),
                        "mkdir_on_a_file_is_refused"),
                Mutant.of(
                        "copies without times",
                        Broken.after(call -> call.real().touch((String) call.args()[1]), "copy"),
                        "copy_copies_files_and_trees"),
                Mutant.of(
                        "copies without modes",
                        Broken.after(
                                call -> {
                                    if (call.args()[1].equals("e")) {
                                        call.real().setMode("e/run", 0644);
                                    }
                                },
                                "copy"),
                        "an_operation_over_its_time_is_ended",
                        "copy_keeps_modes_and_links"),
                Mutant.of(
                        "copies into itself",
                        Broken.forgiving(INVALID_ARGUMENT, "copy"),
                        "copy_copies_files_and_trees"),
                Mutant.of(
                        "links to absolute targets",
                        Broken.twist(call ->
                                call.is("symlink") ? call.with(call.args()[0], "/" + call.args()[1]) : call.proceed()),
                        "a_link_holds_the_target_as_given",
                        "a_write_through_a_link_keeps_the_link",
                        "copy_keeps_modes_and_links",
                        "create_new_refuses_what_exists"),
                Mutant.of(
                        "masks modes",
                        Broken.twist(call -> call.is("setMode")
                                ? call.with(call.args()[0], (int) call.args()[1] & ~022)
                                : call.proceed()),
                        "an_existing_file_keeps_its_mode",
                        "set_mode_sets_the_mode"),
                Mutant.of(
                        "does not touch what is there",
                        Broken.twist(call -> call.is("touch")
                                        && call.args().length == 1
                                        && call.real().exists(call.path())
                                ? null
                                : call.proceed()),
                        "touch_makes_an_empty_file_or_renews_the_time"),
                Mutant.of(
                        "copies nothing in",
                        Broken.twist(call -> call.is("copyIn") ? null : call.proceed()),
                        "copy_in_copies_from_the_host"),
                Mutant.of(
                        "copies out over what is there",
                        Broken.forgiving(EXISTS, "copyOut"),
                        "copy_out_copies_to_the_host"),
                Mutant.of(
                        "gives links no target",
                        Broken.entries(entry -> new Entry(
                                entry.path(),
                                entry.type(),
                                entry.size(),
                                entry.modified(),
                                entry.mode(),
                                Optional.empty(),
                                entry.lossy())),
                        "a_link_holds_the_target_as_given",
                        "a_write_through_a_link_keeps_the_link",
                        "copy_keeps_modes_and_links",
                        "stat_agrees_with_what_commands_see"),
                Mutant.of(
                        "makes no difference of bad text",
                        Broken.forgiving(ENCODING, "writeText"),
                        "a_write_that_is_refused_leaves_the_old_content_and_nothing_else",
                        "text_with_a_lone_surrogate_is_refused"));
    }

    private static Entry sized(Entry entry, long size) {
        return new Entry(
                entry.path(), entry.type(), size, entry.modified(), entry.mode(), entry.linkTarget(), entry.lossy());
    }
}
