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
                                "read")),
                Mutant.of(
                        "reads a file over its limit as an empty one", Broken.forgiving(TOO_LARGE, "read", "readText")),
                Mutant.of("reads all of a growing file", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        if (e.code() == TOO_LARGE && call.path().equals("grow")) {
                            return new byte[100_001];
                        }
                        throw e;
                    }
                })),
                Mutant.of("fails without a code on a missing file", Broken.recoding(NOT_FOUND, IO, "read", "readText")),
                Mutant.of(
                        "takes a file within a path for nothing", Broken.recoding(NOT_A_DIRECTORY, NOT_FOUND, "read")),
                Mutant.of("takes a directory for nothing", Broken.recoding(IS_DIRECTORY, NOT_FOUND, "read")),
                Mutant.of("fails on a FIFO as on anything", Broken.recoding(NOT_A_FILE, IO, "read", "readText")),
                Mutant.of(
                        "renews the time of what it reads",
                        Broken.after(call -> call.real().touch(call.path()), "read", "readText")),
                Mutant.of("reads only where it could write", Broken.twist(call -> {
                    if (call.is("readText")
                            && call.path().equals("d/a.txt")
                            && call.real().stat("d").mode() == 0555) {
                        throw WorkspaceException.at(ACCESS_DENIED, call.path(), "refused");
                    }
                    return call.proceed();
                })),
                Mutant.of(
                        "counts bytes from one",
                        Broken.twist(call -> call.is("read") && call.args().length == 3 && (long) call.args()[1] > 0
                                ? call.with(call.args()[0], (long) call.args()[1] - 1, call.args()[2])
                                : call.proceed())),
                Mutant.of(
                        "decodes leniently",
                        Broken.twist(call -> call.is("readText") && call.args().length == 1
                                ? call.real().readTextLenient(call.path())
                                : call.proceed())),
                Mutant.of(
                        "decodes everything as UTF-8",
                        Broken.twist(call -> call.is("readText") ? call.real().readText(call.path()) : call.proceed())),
                Mutant.of(
                        "decodes strictly always",
                        Broken.twist(call ->
                                call.is("readTextLenient") ? call.real().readText(call.path()) : call.proceed())),
                Mutant.of("has another code for an operation over its time", Broken.recoding(TIMED_OUT, IO)),
                Mutant.of("leaves a thread for each operation over its time", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        if (e.code() == TIMED_OUT) {
                            Thread left =
                                    new Thread(() -> java.util.concurrent.locks.LockSupport.parkNanos(15_000_000_000L));
                            left.setDaemon(true);
                            left.start();
                        }
                        throw e;
                    }
                })),
                Mutant.of(
                        "gives directories a size",
                        Broken.results(
                                (call, result) -> {
                                    Entry entry = (Entry) result;
                                    return entry.type() == EntryType.DIRECTORY ? sized(entry, 4096) : entry;
                                },
                                "stat")),
                Mutant.of(
                        "knows one mode",
                        Broken.entries(entry -> new Entry(
                                entry.path(),
                                entry.type(),
                                entry.size(),
                                entry.modified(),
                                0644,
                                entry.linkTarget(),
                                entry.lossy()))),
                Mutant.of("makes a directory again", Broken.results((call, result) -> true, "mkdir")),
                Mutant.of("takes a file for a directory", Broken.forgiving(EXISTS, "mkdir")),
                Mutant.of(
                        "copies without times",
                        Broken.after(call -> call.real().touch((String) call.args()[1]), "copy")),
                Mutant.of(
                        "copies without modes",
                        Broken.after(
                                call -> {
                                    if (call.args()[1].equals("e")) {
                                        call.real().setMode("e/run", 0644);
                                    }
                                },
                                "copy")),
                Mutant.of("copies into itself", Broken.forgiving(INVALID_ARGUMENT, "copy")),
                Mutant.of(
                        "links to absolute targets",
                        Broken.twist(call ->
                                call.is("symlink") ? call.with(call.args()[0], "/" + call.args()[1]) : call.proceed())),
                Mutant.of(
                        "masks modes",
                        Broken.twist(call -> call.is("setMode")
                                ? call.with(call.args()[0], (int) call.args()[1] & ~022)
                                : call.proceed())),
                Mutant.of(
                        "does not touch what is there",
                        Broken.twist(call -> call.is("touch")
                                        && call.args().length == 1
                                        && call.real().exists(call.path())
                                ? null
                                : call.proceed())),
                Mutant.of("copies nothing in", Broken.twist(call -> call.is("copyIn") ? null : call.proceed())),
                Mutant.of("copies out over what is there", Broken.forgiving(EXISTS, "copyOut")),
                Mutant.of(
                        "gives links no target",
                        Broken.entries(entry -> new Entry(
                                entry.path(),
                                entry.type(),
                                entry.size(),
                                entry.modified(),
                                entry.mode(),
                                Optional.empty(),
                                entry.lossy()))),
                Mutant.of("makes no difference of bad text", Broken.forgiving(ENCODING, "writeText")));
    }

    private static Entry sized(Entry entry, long size) {
        return new Entry(
                entry.path(), entry.type(), size, entry.modified(), entry.mode(), entry.linkTarget(), entry.lossy());
    }
}
