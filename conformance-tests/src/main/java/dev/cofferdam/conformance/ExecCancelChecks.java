package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.PROCESS_GROUPS;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;

import dev.cofferdam.workspace.CancelToken;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RunningCommand;
import java.time.Duration;
import java.util.List;

/** Checks of the clause EXEC-007: cancelling. */
final class ExecCancelChecks {
    private static final Command SLOW = Command.shell("echo $$ > pid; sleep 600; echo x > ran");

    private static void expectAborted(Probe ws, String what, String reason, Expect.Action action) {
        ws.expect
                .refused(ABORTED, what, action)
                .ifPresent(e -> ws.expect.contains("message of " + what, String.valueOf(e.getMessage()), reason));
    }

    private static void awaitPid(Probe ws) {
        ws.eventually(
                "the command runs",
                () -> ws.exists("pid") && !ws.readText("pid").isBlank());
    }

    @Requirement(value = "WS-EXEC-007", statements = "a", level = Level.FULL, needs = EXEC)
    void a_token_cancels_with_its_reason(Probe ws) {
        CancelToken token = CancelToken.create();
        Elsewhere<CommandResult> running = new Elsewhere<>(() -> ws.exec(SLOW.cancelToken(token)));
        awaitPid(ws);
        token.cancel("lunch is ready");
        expectAborted(ws, "exec", "lunch is ready", running::get);
        Pids.expectGone(ws, "the command", Pids.words(ws.readText("pid")));
        ws.expect.isFalse("it came to its end", ws.exists("ran"));
        CancelToken idle = CancelToken.create();
        CommandResult done = ws.exec(Command.shell("echo done").cancelToken(idle));
        idle.cancel("too late");
        ws.expect.equal("a token that is not cancelled", "done\n", done.stdout().text());
    }

    @Requirement(value = "WS-EXEC-007", statements = "a", level = Level.FULL, needs = EXEC)
    void one_token_cancels_several_commands(Probe ws) {
        CancelToken token = CancelToken.create();
        RunningCommand one = ws.start(Command.of("sleep", "600").cancelToken(token));
        RunningCommand two = ws.start(Command.of("sleep", "601").cancelToken(token));
        RunningCommand other = ws.start(Command.of("sleep", "602"));
        token.cancel("both of you");
        expectAborted(ws, "the first", "both of you", one::waitFor);
        expectAborted(ws, "the second", "both of you", two::waitFor);
        ws.expect.isTrue("a command without it runs on", other.isRunning());
        other.close();
    }

    @Requirement(value = "WS-EXEC-007", statements = "a", level = Level.FULL, needs = EXEC)
    void closing_the_handle_cancels(Probe ws) {
        RunningCommand running = ws.start(SLOW);
        awaitPid(ws);
        running.close();
        ws.expect.isFalse("it runs", running.isRunning());
        expectAborted(ws, "waitFor", "", running::waitFor);
        Pids.expectGone(ws, "the command", Pids.words(ws.readText("pid")));
        RunningCommand ended = ws.start(Command.of("true"));
        ended.waitFor();
        ended.close();
        ws.expect.equal("a command that had ended", 0, ended.waitFor().exitCode());
    }

    @Requirement(value = "WS-EXEC-007", statements = "af", level = Level.FULL, needs = EXEC)
    void an_interrupt_cancels_and_stays(Probe ws) {
        Elsewhere<CommandResult> running = new Elsewhere<>(() -> ws.exec(SLOW));
        awaitPid(ws);
        running.interrupt();
        expectAborted(ws, "exec", "", running::get);
        ws.expect.isTrue("the thread is still interrupted", running.interrupted());
        Pids.expectGone(ws, "the command", Pids.words(ws.readText("pid")));
        ws.expect.isFalse("it came to its end", ws.exists("ran"));
    }

    @Requirement(
            value = "WS-EXEC-007",
            statements = "b",
            level = Level.FULL,
            needs = {EXEC, PROCESS_GROUPS})
    void cancelling_ends_the_group_as_a_timeout_does(Probe ws) {
        CancelToken token = CancelToken.create();
        String line = "trap 'echo x > asked' TERM; "
                + "sleep 600 & echo $! >> pids; sh -c 'trap \"\" TERM; echo $$ >> pids; while :; do sleep 0.1; done' & "
                + "echo $$ >> pids; echo x > pid; while :; do sleep 0.1; done";
        Command command = Command.shell(line).cancelToken(token).killGrace(Duration.ofMillis(300));
        Elsewhere<CommandResult> running = new Elsewhere<>(() -> ws.exec(command));
        awaitPid(ws);
        ws.eventually(
                "all processes are up", () -> Pids.words(ws.readText("pids")).size() == 3);
        token.cancel("enough");
        expectAborted(ws, "exec", "enough", running::get);
        ws.expect.isTrue("the group was asked", ws.exists("asked"));
        Pids.expectGone(ws, "the group", Pids.words(ws.readText("pids")));
    }

    @Requirement(value = "WS-EXEC-007", statements = "c", level = Level.FULL, needs = EXEC)
    void with_a_cancelled_token_nothing_runs(Probe ws) {
        CancelToken token = CancelToken.create();
        token.cancel("never mind");
        Command command = Command.shell("echo x > ran");
        expectAborted(ws, "exec", "never mind", () -> ws.exec(command.cancelToken(token)));
        expectAborted(
                ws,
                "start",
                "never mind",
                () -> ws.start(command.cancelToken(token)).waitFor());
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.exec(command);
        ws.expect.isTrue("it runs without the token", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-007", statements = "cf", level = Level.FULL, needs = EXEC)
    void in_an_interrupted_thread_nothing_runs(Probe ws) {
        ws.start();
        Thread.currentThread().interrupt();
        ws.expect.refused(ABORTED, "exec", () -> ws.exec("echo x > ran"));
        ws.expect.isTrue("interrupted after exec", Thread.currentThread().isInterrupted());
        ws.expect.refused(
                ABORTED, "start", () -> ws.start(Command.shell("echo x > ran")).waitFor());
        ws.expect.isTrue("interrupted after start", Thread.interrupted());
        ws.expect.isFalse("it ran", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-007", statements = "d", level = Level.FULL, needs = EXEC)
    void an_interrupt_ends_the_operation_of_its_own_thread_only(Probe ws) throws Exception {
        Command patient = Command.shell("echo $$ > pid; while [ ! -e go ]; do sleep 0.02; done; echo end");
        Elsewhere<CommandResult> other = new Elsewhere<>(() -> ws.exec(patient));
        awaitPid(ws);
        Elsewhere<CommandResult> mine = new Elsewhere<>(() -> ws.exec("echo x > up; sleep 600"));
        ws.eventually("the second command runs", () -> ws.exists("up"));
        mine.interrupt();
        ws.expect.refused(ABORTED, "the interrupted one", mine::get);
        ws.writeText("go", "");
        ws.expect.equal("the other one", "end\n", other.get().stdout().text());
        ws.expect.isFalse("the other thread is interrupted", other.interrupted());
        ws.expect.equal("and the workspace goes on", "on\n", ws.sh("echo on"));
    }

    @Requirement(value = "WS-EXEC-007", statements = "df", level = Level.FULL, needs = EXEC)
    void an_interrupt_ends_file_operations(Probe ws) {
        ws.writeText("d/f", "x");
        List<Expect.Action> operations = List.of(
                () -> ws.read("d/f"),
                () -> ws.writeText("d/f", "y"),
                () -> ws.stat("d/f"),
                () -> ws.list("d"),
                () -> ws.mkdir("e"),
                () -> ws.copy("d", "e"),
                () -> ws.rename("d", "e"),
                () -> ws.remove("d/f"),
                () -> ws.touch("g"));
        for (int i = 0; i < operations.size(); i++) {
            Thread.currentThread().interrupt();
            ws.expect.refused(ABORTED, "operation " + i, operations.get(i));
            ws.expect.isTrue("interrupted after operation " + i, Thread.interrupted());
        }
        ws.expect.equal("the tree", List.of("d", "d/f"), ws.tree());
        ws.expect.equal("content", "x", ws.readText("d/f"));
        ws.expect.equal("commands go on", "x", ws.sh("cat d/f"));
    }

    @Requirement(value = "WS-EXEC-007", statements = "fg", level = Level.FULL, needs = EXEC)
    void close_does_its_work_in_an_interrupted_thread(Probe ws) {
        Probe other = ws.open();
        RunningCommand running = other.start(Command.shell("sleep 600 & echo $$ $! > pid; sleep 600"));
        awaitPid(other);
        List<String> pids = Pids.words(other.readText("pid"));
        String root = other.root();
        Thread.currentThread().interrupt();
        other.close();
        ws.expect.isTrue("the thread is still interrupted", Thread.interrupted());
        ws.expect.isFalse("the command runs", running.isRunning());
        ws.expect.refused(ErrorCode.CLOSED, "read afterwards", () -> other.read("pid"));
        Pids.expectGone(ws, root, "what ran", pids);
        ws.expectNoRoot("the root is there", root);
    }
}
