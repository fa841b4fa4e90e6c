package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.Capability.TRASH;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Checks of the clauses ERR. */
final class ErrChecks {
    private static final List<String> CODES = List.of(
            "OUTSIDE_ROOT",
            "INVALID_PATH",
            "INVALID_ARGUMENT",
            "NOT_FOUND",
            "EXISTS",
            "NOT_EMPTY",
            "IS_DIRECTORY",
            "NOT_A_DIRECTORY",
            "NOT_A_FILE",
            "ACCESS_DENIED",
            "TOO_LARGE",
            "ENCODING",
            "CONFLICT",
            "BUSY",
            "ABORTED",
            "TIMED_OUT",
            "UNSUPPORTED",
            "UNAVAILABLE",
            "SANDBOX_UNAVAILABLE",
            "GONE",
            "CLOSED",
            "IO");

    /** An operation that must fail, and the path that its message must name; empty for none. */
    private record Failure(ErrorCode code, String path, Expect.Action action) {}

    /** Make a tree and return operations on it that fail. */
    private static List<Failure> failures(Probe ws) {
        ws.writeText("dir/file", "content");
        ws.write("dir/binary", new byte[] {(byte) 255});
        ws.writeText("big", "x".repeat(2000));
        List<Failure> all = new ArrayList<>();
        all.add(new Failure(ErrorCode.OUTSIDE_ROOT, "", () -> ws.read("../x")));
        all.add(new Failure(ErrorCode.INVALID_PATH, "", () -> ws.read("a\0b")));
        all.add(new Failure(
                ErrorCode.INVALID_ARGUMENT,
                "",
                () -> ws.list("", ListOptions.defaults().glob("[a"))));
        all.add(new Failure(ErrorCode.INVALID_ARGUMENT, "dir", () -> ws.rename("dir", "dir/sub")));
        all.add(new Failure(ErrorCode.NOT_FOUND, "dir/missing", () -> ws.read("dir/missing")));
        all.add(new Failure(ErrorCode.NOT_FOUND, "dir/missing", () -> ws.stat("dir/missing")));
        all.add(new Failure(ErrorCode.NOT_FOUND, "dir/missing", () -> ws.remove("dir/missing")));
        all.add(new Failure(ErrorCode.NOT_FOUND, "dir/missing", () -> ws.rename("dir/missing", "x")));
        all.add(new Failure(ErrorCode.NOT_FOUND, "nowhere", () -> ws.list("nowhere")));
        all.add(new Failure(ErrorCode.EXISTS, "big", () -> ws.rename("dir/file", "big")));
        all.add(new Failure(ErrorCode.EXISTS, "big", () -> ws.mkdir("big")));
        all.add(new Failure(
                ErrorCode.EXISTS,
                "big",
                () -> ws.writeText("big", "new", WriteOptions.defaults().asNew())));
        all.add(new Failure(ErrorCode.NOT_EMPTY, "dir", () -> ws.remove("dir")));
        all.add(new Failure(ErrorCode.IS_DIRECTORY, "dir", () -> ws.read("dir")));
        all.add(new Failure(ErrorCode.IS_DIRECTORY, "dir", () -> ws.writeText("dir", "x")));
        all.add(new Failure(ErrorCode.NOT_A_DIRECTORY, "big", () -> ws.list("big")));
        all.add(new Failure(ErrorCode.NOT_A_DIRECTORY, "big", () -> ws.writeText("big/x", "x")));
        all.add(new Failure(ErrorCode.ENCODING, "dir/binary", () -> ws.readText("dir/binary")));
        all.add(new Failure(ErrorCode.ENCODING, "dir/file", () -> ws.writeText("dir/file", "\ud800")));
        all.add(new Failure(
                ErrorCode.CONFLICT,
                "dir/file",
                () -> ws.writeText("dir/file", "x", WriteOptions.defaults().ifSha256("0".repeat(64)))));
        all.add(new Failure(ErrorCode.TOO_LARGE, "dir/new", () -> ws.write("dir/new", new byte[(10 << 20) + 1])));
        addMore(ws, all);
        return all;
    }

    private static void addMore(Probe ws, List<Failure> all) {
        if (ws.has(EXEC)) {
            Command command = Command.shell("echo x > ran");
            all.add(new Failure(ErrorCode.NOT_FOUND, "nowhere", () -> ws.exec(command.cwd("nowhere"))));
            all.add(new Failure(ErrorCode.NOT_A_DIRECTORY, "big", () -> ws.exec(command.cwd("big"))));
            all.add(new Failure(ErrorCode.INVALID_ARGUMENT, "", () -> ws.exec(command.env("A=", "x"))));
            all.add(new Failure(ErrorCode.ENCODING, "", () -> ws.exec(Command.of("echo", "\ud800"))));
        }
        if (ws.has(SYMLINKS)) {
            all.add(new Failure(ErrorCode.EXISTS, "big", () -> ws.symlink("big", "x")));
        }
        if (ws.has(SNAPSHOTS)) {
            all.add(new Failure(ErrorCode.NOT_FOUND, "", () -> ws.restore("nope")));
            all.add(new Failure(
                    ErrorCode.IO, "", () -> ws.importArchive("", new ByteArrayInputStream(new byte[] {1, 2, 3}))));
            all.add(new Failure(
                    ErrorCode.IO,
                    "",
                    () -> ws.importArchive("in", new TarBytes().file("f", "x").file("../f", "x").stream())));
        }
        if (ws.has(TRASH)) {
            all.add(new Failure(ErrorCode.NOT_FOUND, "", () -> ws.restoreFromTrash("nope")));
            all.add(new Failure(
                    ErrorCode.NOT_EMPTY,
                    "dir",
                    () -> ws.remove("dir", RemoveOptions.defaults().toTrash())));
        }
    }

    private static List<WorkspaceException> provoke(Probe ws, List<Failure> failures) {
        List<WorkspaceException> met = new ArrayList<>();
        for (Failure failure : failures) {
            ws.expect
                    .refused(failure.code(), failure.code() + " " + failure.path(), failure.action())
                    .ifPresent(met::add);
        }
        ws.expect.now();
        return met;
    }

    @Requirement(value = "WS-ERR-001", statements = "a")
    void every_failure_has_its_code(Probe ws) {
        provoke(ws, failures(ws));
        List<String> codes = Arrays.stream(ErrorCode.values()).map(Enum::name).toList();
        ws.expect.equal("the codes there are", CODES, codes);
        ws.expect.equal("what works", "content", ws.readText("dir/file"));
    }

    @Requirement(value = "WS-ERR-002", statements = "a")
    void messages_say_what_and_where(Probe ws) {
        List<Failure> failures = failures(ws);
        List<WorkspaceException> met = provoke(ws, failures);
        for (int i = 0; i < met.size(); i++) {
            String message = String.valueOf(met.get(i).getMessage());
            String path = failures.get(i).path();
            ws.expect.isTrue(
                    "a sentence: " + Expect.show(message), message.strip().split("\\s+").length >= 3);
            if (!path.isEmpty()) {
                ws.expect.contains("message of " + met.get(i).code(), message, path);
                ws.expect.isTrue(
                        "the path of " + met.get(i).code() + ": " + met.get(i).path(),
                        met.get(i).path().isPresent());
            }
        }
    }

    @Requirement(value = "WS-ERR-002", statements = "b")
    void messages_hold_no_secret(Probe ws) {
        String secret = "hunter-" + Machine.unique();
        Probe other = ws.open(options -> options.env("PASSWORD", Secret.of(secret)));
        for (WorkspaceException e : provoke(other, failures(other))) {
            ws.expect.isFalse("a secret in a message of " + e.code(), message(e).contains(secret));
        }
        if (ws.has(EXEC)) {
            Command command = Command.shell(": " + secret).env("S", Secret.of(secret));
            List<Failure> more = List.of(
                    new Failure(ErrorCode.NOT_FOUND, "", () -> ws.exec(command.cwd("nowhere"))),
                    new Failure(ErrorCode.ENCODING, "", () -> ws.exec(command.env("T", "\ud800"))),
                    new Failure(
                            ErrorCode.INVALID_ARGUMENT, "", () -> ws.exec(command.env("V", Secret.of(secret + "\0")))));
            for (WorkspaceException e : provoke(ws, more)) {
                ws.expect.isFalse(
                        "a secret in a message of " + e.code(), message(e).contains(secret));
            }
        }
    }

    private static String message(Throwable e) {
        return String.valueOf(e.getMessage());
    }

    @Requirement(value = "WS-ERR-002", statements = "c")
    void messages_hold_no_path_of_the_host(Probe ws) {
        String root = ws.root();
        String parent = root.substring(0, Math.max(1, root.lastIndexOf('/')));
        for (WorkspaceException e : provoke(ws, failures(ws))) {
            ws.expect.isFalse("the root in: " + message(e), message(e).contains(root));
            if (parent.length() > 1) {
                ws.expect.isFalse("its parent in: " + message(e), message(e).contains(parent));
            }
        }
        ws.expect.equal("what works", "content", ws.readText(root + "/dir/file"));
    }

    @Requirement(value = "WS-ERR-002", statements = "d")
    void the_cause_is_kept(Probe ws) {
        ws.write("binary", new byte[] {'a', (byte) 255});
        ws.expect
                .refused(ErrorCode.ENCODING, "readText", () -> ws.readText("binary"))
                .ifPresent(e -> ws.expect.isTrue("a cause of " + e, e.getCause() != null));
        ws.writeText("text", "x");
        ws.expect.equal("what works", "x", ws.readText("text"));
    }

    @Requirement(value = "WS-ERR-003", statements = "a")
    void a_failed_operation_changes_nothing(Probe ws) {
        List<Failure> failures = failures(ws);
        Map<String, String> before = SnapRestoreChecks.picture(ws);
        for (Failure failure : failures) {
            ws.expect.refused(failure.code(), failure.code() + " " + failure.path(), failure.action());
            ws.expect.equal("the tree after " + failure.code(), before, SnapRestoreChecks.picture(ws));
        }
        if (ws.has(TRASH)) {
            ws.expect.equal("the trash", List.of(), ws.listTrash());
        }
        ws.remove("dir", RemoveOptions.defaults().withContents());
        ws.expect.equal("what works", List.of("big"), ws.tree());
    }
}
