package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Secret;

/** Checks that end in every way, for the tests of the runner. */
final class SampleChecks {

    @Requirement(value = "WS-FILE-001", statements = "a")
    void passes(Probe ws) {
        ws.expect.equal("one", 1, 1);
    }

    @Requirement(value = "WS-FILE-001", statements = "b")
    void finds_two_things_wrong(Probe ws) {
        ws.expect.equal("first", 1, 2);
        ws.expect.equal("second", "a", "b");
    }

    @Requirement(value = "WS-FILE-002", statements = "a")
    void meets_an_unexpected_refusal(Probe ws) {
        ws.read("a");
    }

    @Requirement(value = "WS-FILE-002", statements = "b")
    void expects_a_refusal(Probe ws) {
        ws.expect.refused(ErrorCode.NOT_FOUND, "read a", () -> ws.read("a"));
    }

    @Requirement(value = "WS-FILE-003", statements = "a")
    void breaks_by_itself(Probe ws) {
        if (ws.expect.made() == 0) {
            throw new IllegalStateException("a mistake of the suite");
        }
    }

    @Requirement(value = "WS-FILE-004", statements = "a")
    void looks_at_nothing(Probe ws) {}

    @Requirement(value = "WS-FILE-005", statements = "a")
    void cannot_be_shown_here(Probe ws) {
        if (ws.expect.made() == 0) {
            throw ws.notRun("no such thing here");
        }
    }

    @Requirement(value = "WS-FILE-006", statements = "a", seconds = 1)
    void hangs(Probe ws) throws InterruptedException {
        Thread.currentThread().join();
    }

    @Requirement(value = "WS-TRASH-001", statements = "a", level = Level.FULL, needs = Capability.TRASH)
    void needs_the_trash(Probe ws) {
        ws.expect.equal("one", 1, 1);
    }

    @Requirement(value = "WS-TRASH-001", statements = "b", level = Level.FULL, absent = Capability.TRASH)
    void needs_no_trash(Probe ws) {
        ws.expect.equal("one", 1, 1);
    }

    @Requirement(value = "WS-LIFE-009", statements = "a", level = Level.FULL, keyword = Keyword.SHOULD)
    void misses_a_should(Probe ws) {
        ws.expect.equal("one", 1, 2);
    }

    @Requirement(value = "WS-EXEC-012", statements = "f", level = Level.HARDENED)
    void shows_a_secret(Probe ws) {
        ws.exec(Command.shell("echo <hunter2>").env("PASSWORD", Secret.of("hunter2")));
        ws.expect.equal("output", "hunter2", "another");
    }
}
