package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.NETWORK_POLICY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks of the clauses ISO. */
final class IsoChecks {
    private static final Map<String, Isolation> KNOWN = Map.of(
            "local",
            Isolation.NONE,
            "ssh",
            Isolation.NONE,
            "memory",
            Isolation.MEMORY,
            "os",
            Isolation.OS,
            "docker",
            Isolation.CONTAINER);

    @Requirement(value = "WS-ISO-001", statements = "a")
    void the_isolation_is_declared(Probe ws) {
        Isolation declared = ws.isolation();
        ws.expect.isTrue("an isolation is declared", declared != null);
        ws.expect.equal("isolation of " + ws.provider(), KNOWN.getOrDefault(ws.provider(), declared), declared);
        ws.expect.equal("of another workspace", declared, ws.open().isolation());
        ws.writeText("f", "x");
        ws.expect.equal("afterwards", declared, ws.isolation());
        ws.expect.equal("it keeps files", "x", ws.readText("f"));
    }

    @Requirement(value = "WS-ISO-002", statements = "a")
    void two_workspaces_do_not_share_files(Probe ws) {
        Probe other = ws.open();
        ws.writeText("mine", "x");
        other.writeText("yours", "y");
        ws.expect.equal("mine", List.of("mine"), ws.tree());
        ws.expect.equal("yours", List.of("yours"), other.tree());
        ws.expect.refused(NOT_FOUND, "mine in yours", () -> other.read("mine"));
        ws.writeText("same", "1");
        other.writeText("same", "2");
        ws.expect.equal("same", "1", ws.readText("same"));
        ws.expect.isFalse("they have one id", ws.id().equals(other.id()));
        other.remove("same");
        ws.expect.equal("same after the other removed it", "1", ws.readText("same"));
    }

    @Requirement(value = "WS-ISO-002", statements = "a", needs = EXEC)
    void commands_of_two_workspaces_do_not_share_files(Probe ws) {
        Probe other = ws.open();
        for (Probe one : List.of(ws, other)) {
            one.sh("echo home > \"$HOME/h\"; echo tmp > \"${TMPDIR:-/tmp}/iso-check\"");
        }
        // Each command may have a temporary directory of its own.
        String temporary = "cat \"${TMPDIR:-/tmp}/iso-check\" 2>/dev/null; :";
        String before = other.sh(temporary);
        ws.sh("echo mine > f; rm \"$HOME/h\"; rm -f \"${TMPDIR:-/tmp}/iso-check\"");
        ws.expect.equal("the other's root", "", other.sh("ls -A"));
        ws.expect.equal("the other's home", "home\n", other.sh("cat \"$HOME/h\""));
        ws.expect.equal("the other's temporary file", before, other.sh(temporary));
        other.sh("rm -f \"${TMPDIR:-/tmp}/iso-check\"");
        ws.expect.equal("mine", "mine\n", ws.sh("cat f"));
    }

    @Requirement(value = "WS-ISO-002", statements = "b", needs = EXEC)
    void the_end_of_one_workspace_does_not_touch_the_processes_of_another(Probe ws) {
        Probe other = ws.open();
        Probe third = ws.open();
        Command command = Command.shell("sleep 600 & echo $$ $!; sleep 600");
        RunningCommand mine = ws.start(command);
        RunningCommand yours = other.start(command);
        ws.eventually(
                "both are up",
                () -> Pids.words(mine.stdout().text()).size() == 2
                        && Pids.words(yours.stdout().text()).size() == 2);
        third.exec("sleep 600 & :");
        third.close();
        ws.expect.isTrue("the other runs after the end of a third", yours.isRunning());
        other.close();
        ws.expect.isFalse("the closed one runs", yours.isRunning());
        ws.expect.isTrue("mine runs", mine.isRunning());
        Pids.expectAlive(ws, "my processes", Pids.words(mine.stdout().text()));
        mine.close();
    }

    @Requirement(value = "WS-ISO-002", statements = "b", needs = EXEC)
    void a_command_of_one_workspace_does_not_keep_another_busy(Probe ws) {
        Probe other = ws.open();
        other.writeText("f", "x");
        try (RunningCommand running = ws.start(Command.of("sleep", "600"))) {
            other.rename("f", "g");
            other.remove("g");
            ws.expect.equal("the other's tree", List.of(), other.tree());
            ws.expect.isTrue("the command runs", running.isRunning());
        }
    }

    @Requirement(value = "WS-ISO-002", statements = "c", needs = EXEC)
    void two_workspaces_do_not_share_their_environment(Probe ws) {
        Probe one = ws.open(options -> options.env("V", "one"));
        Probe two = ws.open(options -> options.env("W", "two"));
        String line = "printf '%s|%s' \"$V\" \"$W\"";
        one.exec(Command.shell(line).env("W", "mine"));
        one.sh("export V=changed W=changed");
        ws.expect.equal("one", "one|", one.sh(line));
        ws.expect.equal("two", "|two", two.sh(line));
        ws.expect.equal("neither", "|", ws.sh(line));
    }

    @Requirement(value = "WS-ISO-002", statements = "d")
    void fixtures_are_copied_and_not_linked(Probe ws) throws IOException {
        Path fixture = ws.hostDirectory();
        Files.createDirectories(fixture.resolve("d"));
        Files.writeString(fixture.resolve("d/f"), "fixture");
        Probe other = ws.open();
        ws.seed(Seed.directory(fixture));
        other.seed(Seed.directory(fixture));
        ws.copyIn(fixture.resolve("d/f"), "copied");
        ws.expect.equal("the seed", "fixture", ws.readText("d/f"));
        if (ws.has(EXEC)) {
            ws.sh("echo more >> d/f; echo more >> copied");
            ws.expect.equal("links", "1\n", other.sh("stat -c %h d/f"));
        } else {
            ws.writeText("d/f", "changed");
        }
        ws.expect.equal("the other's file", "fixture", other.readText("d/f"));
        ws.expect.equal("the fixture", "fixture", Files.readString(fixture.resolve("d/f")));
    }

    @Requirement(value = "WS-ISO-003", statements = "c", level = Level.HARDENED, needs = EXEC)
    void a_network_policy_that_cannot_be_kept_is_refused(Probe ws) {
        if (ws.has(NETWORK_POLICY)) {
            throw Unshown.notApplicable("this subject keeps network policies");
        }
        Command command = Command.shell("echo x > ran");
        ws.expect.refused(UNSUPPORTED, "hosts", () -> ws.exec(command.allowedDomains(Set.of("example.org"))));
        ws.expect.refused(UNSUPPORTED, "no hosts", () -> ws.exec(command.allowedDomains(Set.of())));
        ws.expect.refused(UNSUPPORTED, "a decider", () -> ws.exec(command.onUnknownHost((host, port) -> true)));
        ws.expect.refused(UNSUPPORTED, "start", () -> ws.start(command.allowedDomains(Set.of("example.org"))));
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.exec(command);
        ws.expect.isTrue("it runs without", ws.exists("ran"));
    }
}
