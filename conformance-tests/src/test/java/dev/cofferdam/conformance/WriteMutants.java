package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.ACCESS_DENIED;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** Violations of the clauses FILE about writing. */
final class WriteMutants {
    private WriteMutants() {}

    private static UnaryOperator<dev.cofferdam.workspace.Workspace> options(UnaryOperator<WriteOptions> change) {
        return Broken.twist(call -> {
            Object[] changed = call.args().clone();
            for (int i = 0; i < changed.length; i++) {
                if (changed[i] instanceof WriteOptions options) {
                    changed[i] = change.apply(options);
                }
            }
            return call.with(changed);
        });
    }

    private static Optional<WriteOptions> options(Broken.Call call) {
        return call.args().length == 3 && call.args()[2] instanceof WriteOptions options
                ? Optional.of(options)
                : Optional.empty();
    }

    /** Read-only files are left out: whether they can be written in place depends on the user. */
    private static boolean writable(Broken.Call call) {
        return call.real().exists(call.path()) && (call.real().stat(call.path()).mode() & 0200) != 0;
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "writes in place",
                        Broken.twist(call -> {
                            if (call.is("write", "writeText") && call.args().length == 2 && writable(call)) {
                                byte[] content = call.args()[1] instanceof String text
                                        ? text.getBytes(java.nio.charset.StandardCharsets.UTF_8)
                                        : (byte[]) call.args()[1];
                                call.real()
                                        .exec(Command.of("sh", "-c", "cat > \"$1\"", "sh", call.path())
                                                .stdin(content));
                                return null;
                            }
                            return call.proceed();
                        }),
                        "a_directory_is_no_file",
                        "a_hard_link_is_broken_by_a_write",
                        "a_hundred_readers_during_twenty_overwrites_see_whole_files",
                        "a_reading_command_sees_the_old_or_the_new_content",
                        "a_write_that_is_refused_leaves_the_old_content_and_nothing_else",
                        "text_with_a_lone_surrogate_is_refused"),
                Mutant.of(
                        "cuts a big file",
                        Broken.twist(call ->
                                call.is("write") && call.args()[1] instanceof byte[] bytes && bytes.length > 4 << 20
                                        ? call.with(call.path(), Arrays.copyOf(bytes, 4 << 20))
                                        : call.proceed()),
                        "an_upload_arrives_with_all_its_bytes"),
                Mutant.of(
                        "leaves its temporary file when it is cut",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == ABORTED) {
                                    Thread.interrupted();
                                    call.real().touch(call.path() + ".tmp");
                                    Thread.currentThread().interrupt();
                                }
                                throw e;
                            }
                        }),
                        "a_write_that_is_cut_leaves_the_old_content_and_nothing_else"),
                Mutant.of(
                        "empties a file before it is refused",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == TOO_LARGE && call.is("write")) {
                                    call.real().write(call.path(), new byte[0]);
                                }
                                throw e;
                            }
                        }),
                        "a_write_that_is_refused_leaves_the_old_content_and_nothing_else",
                        "content_over_the_limit_is_refused"),
                Mutant.of(
                        "resets modes",
                        Broken.twist(call -> {
                            boolean plain = call.is("write", "writeText") && call.args().length == 2;
                            Object result = call.proceed();
                            if (plain && call.real().stat(call.path()).type() == EntryType.FILE) {
                                call.real().setMode(call.path(), 0644);
                            }
                            return result;
                        }),
                        "an_existing_file_keeps_its_mode"),
                Mutant.of(
                        "makes private files",
                        Broken.twist(call -> {
                            boolean fresh = call.is("writeText")
                                    && call.args().length == 2
                                    && !call.real().exists(call.path());
                            Object result = call.proceed();
                            if (fresh) {
                                call.real().setMode(call.path(), 0600);
                            }
                            return result;
                        }),
                        "a_new_file_has_mode_0644"),
                Mutant.of(
                        "ignores the mode given",
                        options(o -> new WriteOptions(
                                o.createNew(), o.append(), o.createParents(), o.ifSha256(), OptionalInt.empty())),
                        "a_mode_can_be_given_for_an_existing_file",
                        "the_mode_given_with_a_write_is_the_mode_of_a_new_file"),
                Mutant.of(
                        "always makes parents",
                        options(o -> o.createParents(true)),
                        "parents_are_made_unless_that_is_turned_off"),
                Mutant.of(
                        "replaces links",
                        Broken.twist(call -> {
                            if (call.is("writeText") && call.args().length == 2) {
                                try {
                                    Entry entry = call.real().stat(call.path());
                                    if (entry.type() == EntryType.SYMLINK
                                            && call.real().exists(call.path())) {
                                        call.real().remove(call.path());
                                    }
                                } catch (WorkspaceException e) {
                                    return call.proceed();
                                }
                            }
                            return call.proceed();
                        }),
                        "a_write_through_a_link_keeps_the_link"),
                Mutant.of(
                        "refuses to replace read-only files",
                        Broken.twist(call -> {
                            if (call.is("writeText")
                                    && call.real().exists(call.path())
                                    && (call.real().stat(call.path()).mode() & 0200) == 0) {
                                throw WorkspaceException.at(ACCESS_DENIED, call.path(), "is read-only");
                            }
                            return call.proceed();
                        }),
                        "a_read_only_file_is_replaced",
                        "an_existing_file_keeps_its_mode"),
                Mutant.of(
                        "ignores that a file must be new",
                        options(o -> new WriteOptions(false, o.append(), o.createParents(), o.ifSha256(), o.mode())),
                        "a_write_that_is_refused_leaves_the_old_content_and_nothing_else",
                        "create_new_refuses_what_exists"),
                Mutant.of(
                        "looks first and creates then",
                        Broken.twist(call -> {
                            Optional<WriteOptions> asked = options(call);
                            if (asked.filter(WriteOptions::createNew).isEmpty()) {
                                return call.proceed();
                            }
                            try {
                                call.real().stat(call.path());
                            } catch (WorkspaceException e) {
                                Thread.sleep(5);
                                return call.with(call.args()[0], call.args()[1], WriteOptions.defaults());
                            }
                            throw WorkspaceException.at(EXISTS, call.path(), "exists already");
                        }),
                        "of_several_creators_exactly_one_succeeds"),
                Mutant.of(
                        "replaces where it should append",
                        options(o -> new WriteOptions(o.createNew(), false, o.createParents(), o.ifSha256(), o.mode())),
                        "a_mode_can_be_given_for_an_existing_file",
                        "a_read_only_file_is_replaced",
                        "a_write_on_another_content_than_expected_is_a_conflict",
                        "a_write_through_a_link_keeps_the_link",
                        "appending_adds_to_the_end",
                        "the_longest_name_is_written_as_any_other"),
                Mutant.of(
                        "appends in two steps",
                        Broken.twist(call -> {
                            if (options(call).filter(WriteOptions::append).isPresent()
                                    && call.args()[1] instanceof byte[] bytes
                                    && bytes.length > 1) {
                                int half = bytes.length / 2;
                                call.with(call.args()[0], Arrays.copyOf(bytes, half), call.args()[2]);
                                Thread.sleep(2);
                                return call.with(
                                        call.args()[0], Arrays.copyOfRange(bytes, half, bytes.length), call.args()[2]);
                            }
                            return call.proceed();
                        }),
                        "a_reader_sees_an_append_whole"),
                Mutant.of(
                        "ignores what content is expected",
                        options(o -> new WriteOptions(
                                o.createNew(), o.append(), o.createParents(), Optional.empty(), o.mode())),
                        "a_write_on_another_content_than_expected_is_a_conflict",
                        "a_write_that_is_refused_leaves_the_old_content_and_nothing_else"),
                Mutant.of(
                        "compares first and writes then",
                        Broken.twist(call -> {
                            Optional<WriteOptions> asked = options(call);
                            if (asked.flatMap(WriteOptions::ifSha256).isEmpty()) {
                                return call.proceed();
                            }
                            String found = FileWriteChecks.sha256(call.real().read(call.path()));
                            if (!found.equals(asked.get().ifSha256().get())) {
                                throw WorkspaceException.at(
                                        dev.cofferdam.workspace.ErrorCode.CONFLICT, call.path(), "differs");
                            }
                            Thread.sleep(5);
                            WriteOptions o = asked.get();
                            return call.with(
                                    call.args()[0],
                                    call.args()[1],
                                    new WriteOptions(
                                            o.createNew(), o.append(), o.createParents(), Optional.empty(), o.mode()));
                        }),
                        "of_several_writers_on_the_same_content_exactly_one_succeeds"),
                Mutant.of(
                        "takes content over the limit for written",
                        Broken.forgiving(TOO_LARGE, "write", "writeText"),
                        "a_write_that_is_refused_leaves_the_old_content_and_nothing_else",
                        "content_over_the_limit_is_refused"),
                Mutant.of(
                        "needs room in a name",
                        Broken.twist(call -> {
                            if (call.is("write", "writeText")
                                    && call.path().length() > 250
                                    && call.path().startsWith("d/n")) {
                                throw WorkspaceException.at(IO, call.path(), "File name too long");
                            }
                            return call.proceed();
                        }),
                        "the_longest_name_is_written_as_any_other"),
                Mutant.of(
                        "shows what is on its way",
                        Broken.twist(call -> {
                            if (call.is("write") && call.path().equals("d/f")) {
                                call.real().touch("d/f.tmp");
                                Object result = call.proceed();
                                call.real()
                                        .remove(
                                                "d/f.tmp",
                                                dev.cofferdam.workspace.RemoveOptions.defaults()
                                                        .despiteCommands());
                                return result;
                            }
                            return call.proceed();
                        }),
                        "what_is_on_its_way_into_place_is_never_in_a_snapshot",
                        "what_is_on_its_way_into_place_is_never_listed"));
    }
}
