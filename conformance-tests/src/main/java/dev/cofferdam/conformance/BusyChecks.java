package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.BACKGROUND;
import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.PROCESS_GROUPS;
import static dev.cofferdam.workspace.Capability.RACE_FREE_CONFINEMENT;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.TRASH;
import static dev.cofferdam.workspace.ErrorCode.BUSY;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Checks of the clause MOVE about destructive operations while commands run. */
final class BusyChecks {

    /** The destructive operations of the clause, those that the subject has. */
    private static Map<String, Expect.Action> destructive(Probe ws) {
        Map<String, Expect.Action> operations = new LinkedHashMap<>();
        operations.put("remove", () -> ws.remove("f"));
        operations.put(
                "recursive remove",
                () -> ws.remove("d", RemoveOptions.defaults().withContents()));
        operations.put("rename", () -> ws.rename("f", "g"));
        if (ws.has(TRASH)) {
            ws.writeText("trashed", "x");
            String id = ws.remove("trashed", RemoveOptions.defaults().toTrash());
            operations.put("restoreFromTrash", () -> ws.restoreFromTrash(id));
            operations.put("emptyTrash", () -> ws.emptyTrash(Duration.ZERO));
        }
        if (ws.has(SNAPSHOTS)) {
            String id = ws.snapshot().id();
            ByteArrayOutputStream archive = new ByteArrayOutputStream();
            ws.exportArchive("d", archive);
            operations.put("restore", () -> ws.restore(id));
            operations.put(
                    "importArchive", () -> ws.importArchive("i", new ByteArrayInputStream(archive.toByteArray())));
        }
        return operations;
    }

    private static void expectBusy(Probe ws, String what, Map<String, Expect.Action> operations) {
        operations.forEach((name, operation) -> ws.expect
                .refused(BUSY, name + " " + what, operation)
                .ifPresent(e ->
                        ws.expect.contains(name + " " + what + ": message", String.valueOf(e.getMessage()), "sleep")));
        ws.expect.equal("f", "f", ws.readText("f"));
        ws.expect.equal("d/f", "x", ws.readText("d/f"));
    }

    @Requirement(value = "WS-MOVE-004", statements = "a", level = Level.FULL, needs = EXEC)
    void destructive_operations_wait_for_no_command(Probe ws) {
        ws.writeText("f", "f");
        ws.writeText("d/f", "x");
        Map<String, Expect.Action> operations = destructive(ws);
        List<String> before = ws.tree();
        try (RunningCommand running = ws.start(Command.of("sleep", "60"))) {
            expectBusy(ws, "while a command runs", operations);
            ws.expect.equal("the tree", before, ws.tree());
            running.kill("seen enough");
            ws.eventually("the command ends", () -> !running.isRunning());
        }
        ws.remove("f");
        ws.rename("d", "g");
        ws.expect.isTrue("what was renamed is there", ws.exists("g/f"));
    }

    @Requirement(
            value = "WS-MOVE-004",
            statements = "b",
            level = Level.FULL,
            needs = {EXEC, BACKGROUND, PROCESS_GROUPS})
    void destructive_operations_are_refused_while_processes_are_left(Probe ws) {
        ws.writeText("f", "f");
        ws.writeText("d/f", "x");
        Map<String, Expect.Action> operations = destructive(ws);
        String pid = ws.exec(Command.shell("sleep 60 & echo $!").background(Background.KEEP))
                .stdout()
                .text()
                .strip();
        expectBusy(ws, "while a process is left", operations);
        ws.sh("kill " + pid);
        ws.eventually("remove goes ahead once the process is gone", () -> {
            try {
                ws.remove("f");
                return true;
            } catch (WorkspaceException e) {
                return e.code() != BUSY;
            }
        });
        ws.expect.isFalse("f exists", ws.exists("f"));
    }

    /** An archive that stops in its middle until it is let go on. */
    private static final class HeldStream extends InputStream {
        private final InputStream archive;
        private final CountDownLatch reached;
        private final CountDownLatch goOn;

        HeldStream(byte[] archive, CountDownLatch reached, CountDownLatch goOn) {
            this.archive = new ByteArrayInputStream(archive);
            this.reached = reached;
            this.goOn = goOn;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            reached.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
            return archive.read(buffer, offset, length);
        }
    }

    @Requirement(
            value = "WS-MOVE-004",
            statements = "c",
            level = Level.FULL,
            needs = {EXEC, SNAPSHOTS})
    void a_command_waits_while_a_destructive_operation_runs(Probe ws) throws InterruptedException {
        ws.writeText("d/f", "x");
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        ws.exportArchive("d", archive);
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        List<Crowd.Attempt> attempts = Crowd.of(3, i -> () -> {
            if (i == 0) {
                ws.importArchive("i", new HeldStream(archive.toByteArray(), reached, goOn));
            } else if (i == 1) {
                reached.await();
                ws.expect.equal("what the command saw", "x", ws.sh("cat i/f"));
                ran.countDown();
            } else {
                reached.await();
                boolean early = ran.await(ws.patience().quietFor().toMillis(), TimeUnit.MILLISECONDS);
                ws.expect.isFalse("the command runs before the import has ended", early);
                goOn.countDown();
            }
            return null;
        });
        attempts.forEach(attempt -> ws.expect.equal("attempt " + attempt.number(), null, attempt.failure()));
    }

    @Requirement(
            value = "WS-MOVE-004",
            statements = "d",
            level = Level.FULL,
            needs = {EXEC})
    void a_root_given_by_path_is_locked_for_every_workspace_on_it(Probe ws) {
        String root = ws.outside() + "/root";
        Probe one = ws.open(options -> options.root(root));
        one.writeText("f", "f");
        Probe other = ws.open(options -> options.root(root));
        if (!other.exists("f")) {
            throw Unshown.notApplicable("two sandboxes of this provider never share a root");
        }
        try (RunningCommand running = one.start(Command.of("sleep", "60"))) {
            ws.expect.refused(BUSY, "remove by the other workspace", () -> other.remove("f"));
            ws.expect.refused(BUSY, "rename by the other workspace", () -> other.rename("f", "g"));
            ws.expect.isTrue("the command still runs", running.isRunning());
            running.kill("seen enough");
            ws.eventually("the command ends", () -> !running.isRunning());
        }
        other.remove("f");
        ws.expect.isFalse("f exists", one.exists("f"));
    }

    @Requirement(
            value = "WS-MOVE-004",
            statements = "e",
            level = Level.FULL,
            needs = {EXEC, MODES})
    void a_root_that_cannot_be_written_can_be_read_and_run_in(Probe ws) {
        ws.needsRefusals();
        String root = ws.outside() + "/root";
        ws.sh("mkdir '" + root + "' && printf x > '" + root + "/f' && chmod 555 '" + root + "'");
        ws.atEnd(() -> ws.sh("chmod 755 '" + root + "'"));
        Probe given = ws.open(options -> options.root(root).createRoot(false));
        try {
            given.start();
        } catch (WorkspaceException e) {
            if (e.code() == dev.cofferdam.workspace.ErrorCode.NOT_FOUND
                    || e.code() == dev.cofferdam.workspace.ErrorCode.UNAVAILABLE) {
                throw Unshown.notApplicable(
                        "another sandbox of this provider does not see files outside of its own root");
            }
            throw e;
        }
        ws.expect.equal("read", "x", given.readText("f"));
        ws.expect.equal("list", List.of("f"), given.list("").paths());
        ws.expect.equal("cat", "x", given.sh("cat f"));
        ws.expect.equal("what is in the root", "f\n", ws.sh("ls -A '" + root + "'"));
    }

    @Requirement(
            value = "WS-MOVE-004",
            statements = "f",
            level = Level.FULL,
            needs = {EXEC, PROCESS_GROUPS, BACKGROUND})
    void processes_with_a_session_of_their_own_do_not_count(Probe ws) {
        ws.writeText("f", "f");
        String pid = ws.sh("setsid sh -c 'echo up > out; exec sleep 60' > log 2>&1 & p=$!;"
                        + " while [ ! -s out ]; do sleep 0.02; done; echo $p")
                .strip();
        ws.atEnd(() -> ws.exec(Command.of("kill", pid)));
        ws.expect.isTrue("the process lives", ws.exec("kill -0 " + pid).succeeded());
        ws.remove("f");
        ws.rename("out", "out2");
        ws.expect.equal("the tree", List.of("log", "out2"), ws.tree());
    }

    @Requirement(
            value = "WS-MOVE-004",
            statements = "g",
            level = Level.HARDENED,
            needs = {EXEC, RACE_FREE_CONFINEMENT})
    void remove_and_rename_can_go_ahead_all_the_same(Probe ws) {
        ws.writeText("f", "f");
        ws.writeText("d/f", "x");
        try (RunningCommand running = ws.start(Command.of("sleep", "60"))) {
            ws.expect.refused(BUSY, "remove", () -> ws.remove("f"));
            ws.remove("f", RemoveOptions.defaults().despiteCommands());
            ws.rename("d", "e", RenameOptions.defaults().despiteCommands());
            ws.remove("e", RemoveOptions.defaults().withContents().despiteCommands());
            ws.expect.isTrue("the command still runs", running.isRunning());
        }
        ws.expect.equal("the tree", List.of(), ws.tree());
    }

    @Requirement(value = "WS-MOVE-004", statements = "g", level = Level.HARDENED, absent = RACE_FREE_CONFINEMENT)
    void without_race_free_confinement_nothing_goes_ahead(Probe ws) {
        ws.writeText("f", "f");
        ws.expect.refused(
                UNSUPPORTED,
                "remove",
                () -> ws.remove("f", RemoveOptions.defaults().despiteCommands()));
        ws.expect.refused(
                UNSUPPORTED,
                "rename",
                () -> ws.rename("f", "g", RenameOptions.defaults().despiteCommands()));
        ws.expect.equal("the tree", List.of("f"), ws.tree());
    }
}
