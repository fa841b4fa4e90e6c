package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.BACKGROUND;
import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.PROCESS_GROUPS;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks of the clauses EXEC-008 and 009: processes that commands leave, and the signalling of groups. */
final class ExecProcessChecks {
    private static final Duration GRACE = Duration.ofMillis(200);
    private static final Duration ALLOWED = Duration.ofMillis(150);

    /** Leave a process in a session of its own, and end only once it has that session. */
    private static final String ESCAPE =
            "rm -f s; setsid sh -c 'echo $$ > s; exec sleep 600' &" + " while [ ! -s s ]; do sleep 0.01; done; cat s; ";

    @Requirement(
            value = "WS-EXEC-008",
            statements = "a",
            level = Level.FULL,
            needs = {EXEC, PROCESS_GROUPS})
    void what_a_command_leaves_in_its_group_is_ended(Probe ws) {
        CommandResult plain = ws.exec("sleep 600 & echo $!; exit 6");
        ws.expect.equal("exit code", 6, plain.exitCode());
        Pids.expectGone(ws, "a child", Pids.words(plain.stdout().text()));
        Command said = Command.shell("sleep 600 & echo $!").background(Background.KILL);
        Pids.expectGone(
                ws, "a child, KILL said", Pids.words(ws.exec(said).stdout().text()));
        String twice = ws.sh("(sh -c 'sleep 600 & echo $!' &) ; sleep 0.1");
        Pids.expectGone(ws, "a child's child whose parent ended", Pids.words(twice));
        String bare = ws.sh("env -i sleep 600 & echo $!");
        Pids.expectGone(ws, "a child without environment", Pids.words(bare));
    }

    @Requirement(
            value = "WS-EXEC-008",
            statements = "a",
            level = Level.FULL,
            needs = {EXEC, PROCESS_GROUPS})
    void what_a_command_leaves_is_killed_when_it_does_not_end(Probe ws) {
        Command deaf = Command.shell("trap '' TERM; sh -c 'while :; do sleep 0.1; done' & echo $!; sleep 0.1");
        CommandResult result = ws.exec(deaf.killGrace(GRACE));
        ws.expect.equal("exit code", 0, result.exitCode());
        Pids.expectGone(
                ws, "a child that ignores TERM", Pids.words(result.stdout().text()));
    }

    @Requirement(
            value = "WS-EXEC-008",
            statements = "b",
            level = Level.FULL,
            needs = {EXEC, PROCESS_GROUPS, BACKGROUND})
    void with_keep_what_a_command_leaves_lives_until_close(Probe ws) {
        Probe other = ws.open();
        Command command = Command.shell("sleep 600 & a=$!; b=$(sleep 600 > done & echo $!); echo $a $b");
        CommandResult result = other.exec(command.background(Background.KEEP));
        List<String> pids = Pids.words(result.stdout().text());
        Pids.expectAlive(other, "after the command", pids);
        other.exec("true");
        Pids.expectAlive(other, "after another command", pids);
        Probe common = ws.open(options -> options.background(Background.KEEP));
        List<String> more = Pids.words(common.sh("sleep 600 & echo $!"));
        Pids.expectAlive(common, "by the workspace's option", more);
        String killed = common.exec(Command.shell("sleep 600 & echo $!").background(Background.KILL))
                .stdout()
                .text();
        Pids.expectGone(common, "KILL said by the command", Pids.words(killed));
        common.close();
        other.close();
        List<String> all = new ArrayList<>(pids);
        all.addAll(more);
        Pids.expectGone(ws, "after close", all);
    }

    @Requirement(
            value = "WS-EXEC-008",
            statements = "b",
            level = Level.FULL,
            needs = {EXEC, BACKGROUND})
    void with_keep_later_output_is_dropped_and_hurts_nobody(Probe ws) {
        Command command = Command.shell("(while [ ! -e go ]; do sleep 0.02; done; seq 1 50000; echo late >&2;"
                + " echo x > after) & echo early");
        CommandResult result = ws.exec(command.background(Background.KEEP));
        ws.writeText("go", "");
        ws.eventually("the process goes on", () -> ws.exists("after"));
        ws.expect.equal("stdout", "early\n", result.stdout().text());
        ws.expect.equal("stderr", "", result.stderr().text());
    }

    @Requirement(value = "WS-EXEC-008", statements = "b", level = Level.FULL, needs = EXEC, absent = BACKGROUND)
    void without_background_keep_is_refused(Probe ws) {
        Command command = Command.shell("echo x > ran").background(Background.KEEP);
        ws.expect.refused(UNSUPPORTED, "exec", () -> ws.exec(command));
        ws.expect.refused(UNSUPPORTED, "start", () -> ws.start(command));
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.exec(command.background(Background.KILL));
        ws.expect.isTrue("it runs with KILL", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-008", statements = "c", level = Level.FULL, needs = EXEC, alone = true)
    void a_child_that_holds_stdout_does_not_hold_the_call(Probe ws) {
        ws.exec("true");
        expectPrompt(ws, "a child", Command.shell("sleep 600 & echo $!"));
        expectPrompt(ws, "a child with a session of its own", Command.shell("setsid sleep 600 & echo $!"));
        if (ws.has(BACKGROUND)) {
            Command kept = Command.shell("sleep 600 & echo $!").background(Background.KEEP);
            expectPrompt(ws, "a child that is kept", kept);
        }
    }

    /** The command takes some milliseconds; the best of several runs tells what the library adds. */
    private static void expectPrompt(Probe ws, String what, Command command) {
        Duration allowed = ALLOWED.multipliedBy(ws.patience().factor());
        Duration plain = Duration.ofDays(1);
        Duration best = Duration.ofDays(1);
        for (int i = 0; i < 6 && (i < 2 || best.compareTo(plain.plus(allowed)) > 0); i++) {
            long start = Machine.nanos();
            ws.exec("true & echo $!");
            plain = shorter(plain, Machine.since(start));
            start = Machine.nanos();
            List<String> pids = Pids.words(ws.exec(command).stdout().text());
            best = shorter(best, Machine.since(start));
            ws.expect.equal(what + ": how many process ids were printed", 1, pids.size());
            Pids.killAtEnd(ws, pids);
        }
        ws.expect.isTrue(
                what + " holds the call at most 150 ms: " + best + " against " + plain,
                best.compareTo(plain.plus(allowed)) <= 0);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Requirement(value = "WS-EXEC-008", statements = "d", level = Level.FULL, needs = EXEC, alone = true)
    void nothing_stays_blocked_on_a_pipe_that_a_child_holds(Probe ws) {
        Pids.killAtEnd(ws, Pids.words(ws.sh(ESCAPE)));
        Residue before = Residue.settled(ws);
        List<String> pids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pids.addAll(Pids.words(ws.sh(ESCAPE)));
        }
        Pids.killAtEnd(ws, pids);
        if (ws.capabilities().has(BACKGROUND)) {
            Pids.expectAlive(ws, "the children", pids);
        }
        // In memory the children themselves are threads.
        Residue.expectNoMore(ws, before, ws.isolation() == Isolation.MEMORY ? pids.size() : 0);
    }

    @Requirement(
            value = "WS-EXEC-008",
            statements = "e",
            level = Level.FULL,
            needs = {EXEC, BACKGROUND})
    void a_process_with_a_session_of_its_own_lives_on(Probe ws) {
        List<String> pids = Pids.words(ws.sh(ESCAPE));
        Pids.killAtEnd(ws, pids);
        ws.exec("true");
        Pids.expectAlive(ws, "after its command and another", pids);
        String timed = ws.exec(Command.shell(ESCAPE + "sleep 600").timeout(Duration.ofMillis(200)))
                .stdout()
                .text();
        Pids.killAtEnd(ws, Pids.words(timed));
        Pids.expectAlive(ws, "after a timeout", Pids.words(timed));
    }

    @Requirement(
            value = "WS-EXEC-008",
            statements = "f",
            level = Level.FULL,
            keyword = Keyword.SHOULD,
            needs = {EXEC, BACKGROUND})
    void close_ends_processes_that_carry_the_workspace_s_id(Probe ws) {
        Probe other = ws.open();
        List<String> pids = new ArrayList<>(Pids.words(other.sh(ESCAPE)));
        Pids.killAtEnd(ws, pids);
        Pids.expectAlive(other, "before close", pids);
        other.close();
        Pids.expectGone(ws, "after close", pids);
    }

    @Requirement(
            value = "WS-EXEC-008",
            statements = "g",
            level = Level.FULL,
            keyword = Keyword.SHOULD,
            needs = EXEC,
            alone = true)
    void close_deletes_the_root_while_something_still_writes(Probe ws) {
        Probe other = ws.open();
        other.mkdir("d");
        String writer = "i=0; echo $$ > started; while [ $i -lt 300 ] && [ -d d ]; do echo x > d/$i; i=$((i+1)); done;"
                + " sleep 0.01";
        other.exec(Command.of(
                "sh",
                "-c",
                "setsid env -i PATH=\"$PATH\" sh -c \"$1\" & while [ ! -e started ]; do sleep 0.01; done",
                "writer",
                writer));
        String root = other.root();
        other.close();
        ws.expectNoRoot("the root is there", root);
    }

    @Requirement(
            value = "WS-EXEC-009",
            statements = "a",
            level = Level.HARDENED,
            needs = {EXEC, PROCESS_GROUPS})
    void signals_after_the_end_reach_nobody(Probe ws) {
        RunningCommand ended = ws.start(Command.shell(ESCAPE));
        List<String> pids = Pids.words(ended.waitFor().stdout().text());
        Pids.killAtEnd(ws, pids);
        RunningCommand other = ws.start(Command.of("sleep", "600"));
        for (Signal signal : List.of(Signal.TERM, Signal.KILL, Signal.INT)) {
            ended.signal(signal);
        }
        ended.kill("it ended long ago");
        ended.close();
        ws.expect.equal("exit code", 0, ended.waitFor().exitCode());
        if (ws.capabilities().has(BACKGROUND)) {
            Pids.expectAlive(ws, "what it left in a session of its own", pids);
        }
        ws.expect.isTrue("another command runs on", other.isRunning());
        other.signal(Signal.KILL);
        ws.expect.equal(
                "while it runs a signal reaches it", 137, other.waitFor().exitCode());
    }
}
