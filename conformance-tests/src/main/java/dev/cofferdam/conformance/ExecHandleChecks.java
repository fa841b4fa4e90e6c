package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.STDIN;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Checks of the clause EXEC-013: started commands. */
final class ExecHandleChecks {
    private static final Duration BRIEF = Duration.ofMillis(50);

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void a_handle_shows_output_while_the_command_runs(Probe ws) {
        Command command =
                Command.shell("echo out; echo err >&2; while [ ! -e go ]; do sleep 0.02; done; echo end; exit 3");
        try (RunningCommand running = ws.start(command)) {
            ws.eventually("stdout so far", () -> running.stdout().text().equals("out\n"));
            ws.eventually("stderr so far", () -> running.stderr().text().equals("err\n"));
            ws.expect.isTrue("it runs", running.isRunning());
            ws.expect.equal(
                    "what was started", command.argv(), running.command().argv());
            ws.expect.isFalse("the id is empty", running.id().isEmpty());
            ws.writeText("go", "");
            CommandResult result = running.waitFor();
            ws.expect.equal("exit code", 3, result.exitCode());
            ws.expect.equal("stdout", "out\nend\n", result.stdout().text());
            ws.expect.equal("stderr", "err\n", result.stderr().text());
            ws.expect.isFalse("it runs afterwards", running.isRunning());
            ws.expect.equal(
                    "stdout of the handle", "out\nend\n", running.stdout().text());
            ws.expect.equal("a second waitFor", 3, running.waitFor().exitCode());
        }
    }

    @Requirement(
            value = "WS-EXEC-013",
            statements = "a",
            level = Level.FULL,
            needs = {EXEC, STDIN})
    void a_handle_takes_input(Probe ws) throws IOException {
        try (RunningCommand running = ws.start(Command.shell("read x; echo \"got $x\"; cat; echo end"))) {
            OutputStream input = running.stdin();
            input.write(Probe.bytes("one\n"));
            input.flush();
            ws.eventually(
                    "the first line is read", () -> running.stdout().text().equals("got one\n"));
            input.write(Probe.bytes("two\n"));
            input.close();
            ws.expect.equal(
                    "stdout", "got one\ntwo\nend\n", running.waitFor().stdout().text());
        }
        RunningCommand ended = ws.start(Command.of("true"));
        ended.waitFor();
        boolean failed = false;
        try (OutputStream input = ended.stdin()) {
            for (int i = 0; i < 3; i++) {
                input.write(new byte[100_000]);
                input.flush();
            }
        } catch (IOException e) {
            failed = true;
        }
        ws.expect.isTrue("a write after the end fails", failed);
        try (RunningCommand given = ws.start(Command.of("cat").stdin("given"))) {
            ws.expect.refused(INVALID_ARGUMENT, "input of a command that has it", given::stdin);
            ws.expect.equal("its output", "given", given.waitFor().stdout().text());
        }
    }

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void a_handle_sends_signals(Probe ws) {
        String line = "trap 'echo usr1' USR1; trap 'echo hup; exit 4' HUP; echo up; while :; do sleep 0.02; done";
        try (RunningCommand running = ws.start(Command.shell(line))) {
            ws.eventually("it is up", () -> running.stdout().text().equals("up\n"));
            running.signal(Signal.USR1);
            ws.eventually("the signal arrives", () -> running.stdout().text().contains("usr1"));
            ws.expect.isTrue("it runs on", running.isRunning());
            running.signal(Signal.HUP);
            ws.expect.equal("exit code", 4, running.waitFor().exitCode());
            ws.expect.contains("stdout", running.stdout().text(), "hup");
        }
    }

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void a_handle_kills_with_a_reason(Probe ws) {
        try (RunningCommand running = ws.start(Command.shell("echo $$ > pid; sleep 600; echo x > ran"))) {
            ws.eventually(
                    "it is up", () -> ws.exists("pid") && !ws.readText("pid").isBlank());
            running.kill("the cat walked over it");
            ws.expect
                    .refused(ABORTED, "waitFor", running::waitFor)
                    .ifPresent(e -> ws.expect.contains("message", String.valueOf(e.getMessage()), "the cat walked"));
            ws.expect.isFalse("it runs", running.isRunning());
        }
        Pids.expectGone(ws, "the command", Pids.words(ws.readText("pid")));
        ws.expect.isFalse("it came to its end", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void a_handle_can_be_waited_for_for_a_time(Probe ws) {
        try (RunningCommand running = ws.start(Command.shell("while [ ! -e go ]; do sleep 0.02; done; exit 7"))) {
            ws.expect.equal("while it runs", Optional.empty(), running.waitFor(BRIEF));
            ws.expect.equal("no time at all", Optional.empty(), running.waitFor(Duration.ZERO));
            ws.writeText("go", "");
            Optional<CommandResult> result = running.waitFor(Duration.ofSeconds(20));
            ws.expect.equal("exit code", Optional.of(7), result.map(CommandResult::exitCode));
            ws.expect.equal(
                    "afterwards", Optional.of(7), running.waitFor(Duration.ZERO).map(CommandResult::exitCode));
        }
    }

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void an_interrupt_ends_the_waiting_and_not_the_command(Probe ws) {
        try (RunningCommand running = ws.start(Command.shell("while [ ! -e go ]; do sleep 0.02; done; exit 7"))) {
            Thread.currentThread().interrupt();
            ws.expect.refused(ABORTED, "waitFor", running::waitFor);
            ws.expect.isTrue("the thread is still interrupted", Thread.interrupted());
            Thread.currentThread().interrupt();
            ws.expect.refused(ABORTED, "waitFor with a time", () -> running.waitFor(Duration.ofSeconds(20)));
            ws.expect.isTrue("the thread is still interrupted", Thread.interrupted());
            ws.expect.isTrue("the command runs", running.isRunning());
            ws.writeText("go", "");
            ws.expect.equal("exit code", 7, running.waitFor().exitCode());
        }
    }

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void a_handle_tells_when_the_command_ended(Probe ws) throws InterruptedException {
        try (RunningCommand running = ws.start(Command.shell("while [ ! -e go ]; do sleep 0.02; done; exit 7"))) {
            CompletableFuture<CommandResult> exit = running.onExit().toCompletableFuture();
            ws.expect.isFalse("it is complete while the command runs", exit.isDone());
            ws.writeText("go", "");
            ws.expect.equal("exit code", Optional.of(7), outcome(ws, exit).map(CommandResult::exitCode));
            CompletionStage<CommandResult> again = running.onExit();
            ws.expect.isTrue("it is the same stage", again.equals(running.onExit()));
        }
        try (RunningCommand killed = ws.start(Command.of("sleep", "600"))) {
            CompletableFuture<CommandResult> exit = killed.onExit().toCompletableFuture();
            killed.kill("enough");
            ws.expect.equal("a killed command", Optional.empty(), outcome(ws, exit));
            ws.expect.isTrue("it failed", exit.isCompletedExceptionally());
        }
    }

    private static Optional<CommandResult> outcome(Probe ws, CompletableFuture<CommandResult> exit)
            throws InterruptedException {
        try {
            return Optional.of(exit.get(ws.patience().within().toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    @Requirement(value = "WS-EXEC-013", statements = "a", level = Level.FULL, needs = EXEC)
    void a_command_that_cannot_be_started_says_so(Probe ws) {
        ws.expect.refused(
                NOT_FOUND,
                "cwd",
                () -> ws.start(Command.shell("echo x > ran").cwd("missing")).waitFor());
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.expect.equal(
                "a missing program",
                127,
                ws.start(Command.of("no-such-program")).waitFor().exitCode());
    }

    @Requirement(value = "WS-EXEC-013", statements = "b", level = Level.FULL, needs = EXEC)
    void several_commands_run_at_once_with_their_own_limits(Probe ws) {
        if (ws.capabilities().maxConcurrentCommands() < 4) {
            throw ws.notRun("the subject runs fewer than four commands at once");
        }
        String meet = "echo x > at-%d; while [ ! -e at-0 ] || [ ! -e at-1 ] || [ ! -e at-2 ]; do sleep 0.02; done; ";
        List<RunningCommand> running = new ArrayList<>();
        running.add(ws.start(Command.shell(String.format(java.util.Locale.ROOT, meet, 0) + "seq 1 100")
                .maxOutputBytes(10)));
        running.add(ws.start(Command.shell(String.format(java.util.Locale.ROOT, meet, 1) + "seq 1 100")
                .maxOutputBytes(20)));
        running.add(ws.start(Command.shell(String.format(java.util.Locale.ROOT, meet, 2) + "sleep 600")
                .timeout(Duration.ofSeconds(3))));
        running.add(ws.start(
                Command.shell("while :; do echo xxxxxxxxxxxxxxxx; done").maxStreamBytes(20_000)));
        List<CommandResult> results =
                running.stream().map(RunningCommand::waitFor).toList();
        ws.expect.equal("kept of the first", 10, results.get(0).stdout().bytes().length);
        ws.expect.equal("kept of the second", 20, results.get(1).stdout().bytes().length);
        ws.expect.isTrue("the third timed out", results.get(2).timedOut());
        ws.expect.equal("exit code of the fourth", 143, results.get(3).exitCode());
        ws.expect.isFalse("the first timed out", results.get(0).timedOut());
        Set<String> ids = new HashSet<>(running.stream().map(RunningCommand::id).toList());
        ws.expect.equal("different ids", 4, ids.size());
        running.forEach(RunningCommand::close);
    }
}
