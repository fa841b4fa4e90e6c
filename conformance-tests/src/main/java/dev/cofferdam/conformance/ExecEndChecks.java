package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.PROCESS_GROUPS;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Checks of the clauses EXEC about how commands end: exit codes, timeouts, signals. */
final class ExecEndChecks {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(15);

    @Requirement(value = "WS-EXEC-005", statements = "ae", needs = EXEC)
    void the_exit_code_is_the_command_s_own(Probe ws) {
        for (int code : new int[] {0, 1, 2, 42, 124, 125, 126, 127, 128, 143, 255}) {
            ws.expect.equal("exit " + code, code, ws.exec("exit " + code).exitCode());
        }
        ws.expect.equal("true", 0, ws.exec(Command.of("true")).exitCode());
        CommandResult no = ws.exec(Command.of("false"));
        ws.expect.equal("false", 1, no.exitCode());
        ws.expect.isFalse("false succeeded", no.succeeded());
        ws.expect.equal("a pipeline", 0, ws.exec("false | true").exitCode());
        ws.expect.equal(
                "a trap at the end", 9, ws.exec("trap 'exit 9' EXIT; exit 3").exitCode());
        ws.expect.equal("set -e", 1, ws.exec("set -e; false; exit 0").exitCode());
    }

    @Requirement(value = "WS-EXEC-005", statements = "b", needs = EXEC)
    void a_missing_program_gives_127(Probe ws) {
        for (String program : List.of("no-such-program", "./missing", "/no/such/program", "d/missing")) {
            CommandResult result = ws.exec(Command.of(program, "x"));
            ws.expect.equal(program, 127, result.exitCode());
            ws.expect.isTrue(
                    "stderr says something about " + program, result.stderr().totalBytes() > 0);
            ws.expect.equal("line " + program, 127, ws.exec(program).exitCode());
        }
        ws.expect.equal(
                "start", 127, ws.start(Command.of("no-such-program")).waitFor().exitCode());
        ws.expect.equal(
                "a program that is there", 0, ws.exec(Command.of("true")).exitCode());
    }

    @Requirement(value = "WS-EXEC-005", statements = "c", needs = EXEC)
    void a_program_that_is_not_executable_gives_126(Probe ws) {
        ws.writeText("script", "#!/bin/sh\necho ran\n");
        ws.mkdir("directory");
        for (String program : List.of("./script", ws.root() + "/script", "./directory")) {
            CommandResult result = ws.exec(Command.of(program));
            ws.expect.equal(program, 126, result.exitCode());
            ws.expect.isTrue(
                    "stderr says something about " + program, result.stderr().totalBytes() > 0);
            ws.expect.equal("line " + program, 126, ws.exec(program).exitCode());
        }
        ws.sh("chmod +x script");
        ws.expect.equal(
                "once it is executable",
                "ran\n",
                ws.exec(Command.of("./script")).stdout().text());
    }

    private static final Map<String, Integer> SIGNALS =
            Map.of("HUP", 1, "INT", 2, "QUIT", 3, "KILL", 9, "USR1", 10, "PIPE", 13, "ALRM", 14, "TERM", 15);

    @Requirement(value = "WS-EXEC-005", statements = "dg", needs = EXEC)
    void a_signal_gives_128_and_its_number(Probe ws) {
        for (String name : List.of("HUP", "KILL", "TERM", "USR1")) {
            int number = SIGNALS.getOrDefault(name, 0);
            CommandResult result = ws.exec("kill -" + name + " $$; sleep 5");
            ws.expect.equal(name, 128 + number, result.exitCode());
            ws.expect.isTrue(
                    "the signal of " + name + ", where known: " + result.signal(),
                    result.signal().isEmpty() || result.signal().equals(OptionalInt.of(number)));
            ws.expect.isFalse(name + " timed out", result.timedOut());
            result.sandbox()
                    .ifPresent(report -> ws.expect.isTrue(
                            "a reason where it ran outside the sandbox",
                            report.sandboxed() == report.unsandboxedReason().isEmpty()));
        }
        ws.expect.equal(
                "the signal of an exit", OptionalInt.empty(), ws.exec("exit 3").signal());
        ws.expect.equal("a child's signal", "143\n", ws.sh("sh -c 'kill -15 $$'; echo $?"));
    }

    @Requirement(value = "WS-EXEC-005", statements = "f", needs = EXEC)
    void the_result_tells_how_it_went(Probe ws) {
        long start = Machine.nanos();
        CommandResult result = ws.exec("sleep 0.3; echo out; printf err >&2; exit 4");
        Duration around = Machine.since(start);
        ws.expect.isTrue(
                "the duration " + result.duration() + " is that of the command",
                result.duration().compareTo(Duration.ofMillis(290)) >= 0
                        && result.duration().compareTo(around) <= 0);
        ws.expect.isFalse("timed out", result.timedOut());
        ws.expect.isFalse("truncated stdout", result.stdout().truncated());
        ws.expect.isFalse("truncated stderr", result.stderr().truncated());
        ws.expect.equal("bytes on stdout", 4L, result.stdout().totalBytes());
        ws.expect.equal("bytes on stderr", 3L, result.stderr().totalBytes());
        ws.expect.isTrue("a short one is short", ws.exec("true").duration().compareTo(LONG) < 0);
    }

    @Requirement(value = "WS-EXEC-006", statements = "ab", needs = EXEC)
    void a_command_that_takes_too_long_is_ended(Probe ws) {
        Command slow = Command.shell("echo out; echo err >&2; sleep 60; echo late");
        expectTimeout(ws, "the command's timeout", ws.exec(slow.timeout(SHORT)), "out\n");
        Probe other = ws.open(options -> options.limits(options.limits().timeout(SHORT)));
        expectTimeout(ws, "the workspace's timeout", other.exec(slow), "out\n");
        expectTimeout(ws, "words", ws.exec(Command.of("sleep", "60").timeout(SHORT)), "");
        CommandResult within = other.exec(Command.shell("sleep 0.4; echo end").timeout(LONG));
        ws.expect.equal(
                "a command with a timeout of its own", "end\n", within.stdout().text());
        ws.expect.isFalse("that one timed out", within.timedOut());
        ws.expect.equal("the workspace still works", "on\n", other.sh("echo on"));
    }

    private static void expectTimeout(Probe ws, String what, CommandResult result, String out) {
        ws.expect.equal(what + ": exit code", 124, result.exitCode());
        ws.expect.isTrue(what + ": timedOut", result.timedOut());
        ws.expect.equal(what + ": stdout", out, result.stdout().text());
        ws.expect.equal(
                what + ": stderr", out.isEmpty() ? "" : "err\n", result.stderr().text());
    }

    @Requirement(
            value = "WS-EXEC-006",
            statements = "c",
            needs = {EXEC, PROCESS_GROUPS})
    void the_group_of_a_command_that_takes_too_long_is_gone(Probe ws) {
        CommandResult result = ws.exec(Command.shell("sleep 600 & a=$!; (sleep 600 & echo $!; sleep 600) & "
                        + "env -i sleep 600 & echo $$ $a $!; sleep 600")
                .timeout(SHORT)
                .killGrace(LONG));
        List<String> pids = Pids.words(result.stdout().text());
        ws.expect.equal("how many processes there were", 4, pids.size());
        Pids.expectGone(ws, "the group", pids);
    }

    @Requirement(value = "WS-EXEC-006", statements = "c", needs = EXEC)
    void a_command_is_asked_to_end_before_it_is_killed(Probe ws) {
        String asked = "trap 'echo asked; echo x > asked; exit 0' TERM; echo $$ > pid; while :; do sleep 0.05; done";
        CommandResult result = ws.exec(Command.shell(asked).timeout(SHORT).killGrace(LONG));
        ws.expect.equal("exit code", 124, result.exitCode());
        ws.expect.isTrue("timedOut", result.timedOut());
        ws.expect.isTrue("it was asked", ws.exists("asked"));
        ws.expect.equal("what it printed then", "asked\n", result.stdout().text());
        ws.expect.isTrue("it was not waited for needlessly", result.duration().compareTo(LONG) < 0);
        Pids.expectGone(ws, "the command", Pids.words(ws.readText("pid")));
    }

    @Requirement(
            value = "WS-EXEC-006",
            statements = "c",
            needs = {EXEC, PROCESS_GROUPS})
    void what_ignores_to_be_asked_is_killed_after_the_grace(Probe ws) {
        String deaf =
                "trap '' TERM; sh -c 'echo $$; while :; do sleep 0.1; done' & echo $$; while :; do sleep 0.1; done";
        CommandResult result = ws.exec(Command.shell(deaf).timeout(SHORT).killGrace(Duration.ofMillis(400)));
        ws.expect.equal("exit code", 124, result.exitCode());
        ws.expect.isTrue(
                "the grace was given: " + result.duration(), result.duration().compareTo(Duration.ofMillis(650)) > 0);
        Pids.expectGone(ws, "the group", Pids.words(result.stdout().text()));
        Probe other = ws.open(
                options -> options.limits(options.limits().timeout(SHORT).killGrace(Duration.ofMillis(100))));
        CommandResult common = other.exec(deaf);
        ws.expect.equal("exit code by the workspace's limits", 124, common.exitCode());
        ws.expect.isTrue("its grace", common.duration().compareTo(Duration.ofSeconds(10)) < 0);
    }

    @Requirement(value = "WS-EXEC-006", statements = "d", needs = EXEC)
    void a_command_that_exits_with_124_is_not_timed_out(Probe ws) {
        CommandResult own = ws.exec(Command.shell("exit 124").timeout(LONG));
        ws.expect.equal("exit code", 124, own.exitCode());
        ws.expect.isFalse("timedOut", own.timedOut());
        ws.expect.isTrue(
                "one that ran out of time is",
                ws.exec(Command.of("sleep", "9").timeout(SHORT)).timedOut());
    }

    @Requirement(value = "WS-EXEC-006", statements = "e", needs = EXEC, alone = true)
    void a_timeout_comes_in_time(Probe ws) {
        Duration limit = Duration.ofMillis(500);
        Duration allowed = Duration.ofMillis(200).multipliedBy(ws.patience().factor());
        ws.exec("true");
        Duration best = LONG;
        for (int i = 0; i < 5 && best.compareTo(limit.plus(allowed)) > 0; i++) {
            best = shorter(best, timed(ws, Command.of("sleep", "60").timeout(limit)));
            ws.expect.isTrue("not before its time: " + best, best.compareTo(limit) >= 0);
        }
        ws.expect.isTrue("within 200 ms after 500 ms: " + best, best.compareTo(limit.plus(allowed)) <= 0);
        Command deaf = Command.shell("trap '' TERM; while :; do sleep 0.1; done")
                .timeout(SHORT)
                .killGrace(SHORT);
        Duration deafest = LONG;
        for (int i = 0; i < 4 && deafest.compareTo(SHORT.multipliedBy(2).plus(allowed)) > 0; i++) {
            deafest = shorter(deafest, timed(ws, deaf));
        }
        ws.expect.isTrue(
                "within 200 ms after timeout and grace of 300 ms each: " + deafest,
                deafest.compareTo(SHORT.multipliedBy(2).plus(allowed)) <= 0);
    }

    private static Duration timed(Probe ws, Command command) {
        long start = Machine.nanos();
        ws.expect.equal("exit code", 124, ws.exec(command).exitCode());
        return Machine.since(start);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Requirement(value = "WS-EXEC-016", statements = "a", level = Level.FULL, needs = EXEC)
    void signals_have_their_default_effect(Probe ws) {
        // No QUIT: a shell may ignore that by itself, as the one of busybox does.
        for (String name : List.of("INT", "HUP", "TERM", "USR1", "PIPE", "ALRM")) {
            ws.expect.equal(
                    "kill -" + name,
                    128 + SIGNALS.getOrDefault(name, 0),
                    ws.exec("kill -" + name + " $$; echo alive").exitCode());
        }
        ws.expect.equal("INT in a child", "130\n", ws.sh("sh -c 'kill -INT $$; echo alive'; echo $?"));
        ws.expect.equal("a trap of INT", "trapped\n", ws.sh("trap 'echo trapped' INT; kill -INT $$"));
    }

    @Requirement(value = "WS-EXEC-016", statements = "a", level = Level.FULL, needs = EXEC)
    void an_interrupt_reaches_a_started_command(Probe ws) {
        for (Signal signal : List.of(Signal.INT, Signal.QUIT, Signal.USR2)) {
            try (RunningCommand running = ws.start(Command.shell("echo up > up; exec sleep 60"))) {
                ws.eventually("the command is up", () -> ws.exists("up"));
                running.signal(signal);
                ws.expect.equal(
                        signal.name(), 128 + signal.number(), running.waitFor().exitCode());
            }
            ws.remove("up");
        }
    }

    @Requirement(
            value = "WS-EXEC-016",
            statements = "b",
            level = Level.FULL,
            needs = {EXEC, PROCESS_GROUPS})
    void a_stopped_group_ends_when_it_is_asked_to(Probe ws) {
        String stopped =
                "trap 'echo asked > asked; exit 0' TERM; sleep 600 & echo $!; sleep 0.1; kill -STOP $!; kill -STOP $$;"
                        + " while :; do sleep 0.05; done";
        CommandResult result =
                ws.exec(Command.shell(stopped).timeout(SHORT.multipliedBy(2)).killGrace(LONG));
        ws.expect.equal("exit code", 124, result.exitCode());
        ws.expect.isTrue("it went on and ended by itself", ws.exists("asked"));
        ws.expect.isTrue(
                "no kill was needed: " + result.duration(), result.duration().compareTo(LONG) < 0);
        Pids.expectGone(ws, "the group", Pids.words(result.stdout().text()));
    }
}
