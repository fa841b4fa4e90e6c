package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.PROCESS_GROUPS;

import dev.cofferdam.workspace.Command;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checks of the clause EXEC-014: nothing is left behind. */
final class ExecResidueChecks {

    @Requirement(
            value = "WS-EXEC-014",
            statements = "a",
            level = Level.HARDENED,
            needs = {EXEC, PROCESS_GROUPS},
            alone = true,
            seconds = 90)
    void a_hundred_commands_in_a_row_leave_nothing(Probe ws) {
        ws.exec(Residue.leaving());
        Residue before = Residue.settled(ws);
        List<String> pids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pids.addAll(Pids.words(ws.exec(Residue.leaving()).stdout().text()));
        }
        ws.expect.equal("how many processes there were", 200, pids.size());
        Pids.expectGone(ws, "the processes", pids);
        Residue.expectNoMore(ws, before);
    }

    @Requirement(
            value = "WS-EXEC-014",
            statements = "b",
            level = Level.HARDENED,
            needs = {EXEC, PROCESS_GROUPS},
            alone = true,
            seconds = 90)
    void sixteen_commands_at_once_leave_nothing(Probe ws) throws InterruptedException {
        int many = Math.min(16, ws.capabilities().maxConcurrentCommands());
        Command slow = Command.shell("sleep 600 & echo $$ $!; sleep 0.3; seq 1 3000 >&2");
        List<String> pids = Collections.synchronizedList(new ArrayList<>());
        run(ws, many, slow, pids);
        pids.clear();
        Residue before = Residue.settled(ws);
        run(ws, many, slow, pids);
        run(ws, many, slow, pids);
        ws.expect.equal("how many processes there were", 4 * many, pids.size());
        Pids.expectGone(ws, "the processes", pids);
        Residue.expectNoMore(ws, before);
    }

    private static void run(Probe ws, int many, Command command, List<String> pids) throws InterruptedException {
        List<Crowd.Attempt> attempts = Crowd.of(many, i -> () -> {
            pids.addAll(Pids.words(ws.exec(command).stdout().text()));
            return null;
        });
        attempts.forEach(attempt -> ws.expect.equal("command " + attempt.number(), null, attempt.failure()));
    }

    @Requirement(value = "WS-EXEC-014", statements = "a", level = Level.HARDENED, needs = EXEC, alone = true)
    void commands_that_fail_leave_nothing(Probe ws) {
        ws.exec(Command.of("no-such-program"));
        Residue before = Residue.settled(ws);
        for (int i = 0; i < 30; i++) {
            ws.exec(Command.of("no-such-program"));
            ws.expect.refused(
                    dev.cofferdam.workspace.ErrorCode.NOT_FOUND,
                    "cwd",
                    () -> ws.exec(Command.of("true").cwd("missing")));
            ws.start(Command.shell("cat; kill -9 $$")).close();
        }
        Residue.expectNoMore(ws, before);
    }
}
