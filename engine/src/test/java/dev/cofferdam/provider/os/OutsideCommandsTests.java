package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.Workspaces;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which commands run outside of the sandbox, and that none does so unseen. */
@Timeout(120)
class OutsideCommandsTests {
    private static final SandboxPolicy EXCLUDING = SandboxPolicy.defaults().excludedCommands(List.of("touch *", "ls"));

    @TempDir
    Path temporary;

    private Path root;
    private Path home;
    private Path outside;

    @BeforeAll
    static void find_the_sandbox() {
        BubblewrapHere.require();
    }

    @BeforeEach
    void make_directories() throws Exception {
        Path base = temporary.toRealPath();
        root = Files.createDirectory(base.resolve("root"));
        home = Files.createDirectory(base.resolve("home"));
        outside = Files.createDirectory(base.resolve("outside")).resolve("f");
    }

    private Workspace openOn(String machine, SandboxPolicy policy, String... options) {
        Host host = new Host(Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString()));
        OsHost os = new OsHost(host, new Spawner(host.starting()), Blueprint.whole(), temporary, "Linux", machine);
        var builder = Workspaces.over(new OsProvider(os, policy)).root(root.toString());
        for (String option : options) {
            builder.option(option.substring(0, option.indexOf('=')), option.substring(option.indexOf('=') + 1));
        }
        return builder.open();
    }

    private Workspace open(SandboxPolicy policy, String... options) {
        return openOn(System.getProperty("os.arch"), policy, options);
    }

    private static CommandResult exec(Workspace workspace, Command command) {
        try (workspace) {
            return workspace.exec(command);
        }
    }

    private static SandboxReport outsideFor(String reason) {
        return new SandboxReport(false, Optional.of(reason), List.of());
    }

    @Test
    void an_excluded_command_runs_outside_and_its_result_says_so() {
        CommandResult result = exec(open(EXCLUDING), Command.of("touch", outside.toString()));

        assertThat(result.succeeded()).isTrue();
        assertThat(result.sandbox()).contains(outsideFor("excludedCommands"));
        assertThat(outside).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch %s && ls && true",
                "touch %s > out",
                "cd /; touch %s",
                "touch $(echo %s)",
                "F=%s; touch $F",
                "sh -c 'touch %s'",
                "T=touch; $T %s",
                "PATH=/usr/bin touch %s",
                "env touch %s"
            })
    void a_line_of_which_one_part_is_something_else_stays_inside(String line) {
        CommandResult result = exec(open(EXCLUDING), Command.shell(line.formatted(outside)));

        assertThat(result.sandbox().orElseThrow().sandboxed()).isTrue();
        assertThat(outside).doesNotExist();
    }

    @Test
    void a_line_runs_outside_when_every_command_of_it_is_excluded() {
        CommandResult result = exec(open(EXCLUDING), Command.shell("touch " + outside + " && ls; touch a"));

        assertThat(result.sandbox()).contains(outsideFor("excludedCommands"));
        assertThat(outside).exists();
        assertThat(root.resolve("a")).exists();
    }

    @Test
    void a_program_that_a_command_may_have_planted_is_not_the_excluded_one() throws Exception {
        Path bin = Files.createDirectory(root.resolve("bin"));
        Path planted = Files.writeString(bin.resolve("touch"), "#!/bin/sh\n: > " + outside + "\n");
        Files.setPosixFilePermissions(planted, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path link = Files.createSymbolicLink(home.resolve("bin"), bin);

        for (String first : List.of(bin.toString(), link.toString(), "bin", "")) {
            Command command = Command.shell("touch a").env("PATH", first + ":/usr/bin:/bin");
            CommandResult result = exec(open(EXCLUDING), command);
            assertThat(result.sandbox().orElseThrow().sandboxed()).as(first).isTrue();
        }
        SandboxPolicy writing = EXCLUDING.filesystem(FilesystemPolicy.defaults().allowWrite(List.of(home.toString())));
        Path tools = Files.createDirectory(home.resolve("tools"));
        Command command = Command.shell("touch a").env("PATH", tools + ":/usr/bin:/bin");
        assertThat(exec(open(writing), command).sandbox().orElseThrow().sandboxed())
                .as("a program could be planted before the one that is found")
                .isTrue();
        assertThat(exec(open(EXCLUDING), command).sandbox()).contains(outsideFor("excludedCommands"));
        assertThat(outside).doesNotExist();
    }

    @Test
    void a_call_leaves_the_sandbox_only_where_the_policy_lets_calls_do_so() {
        Command command = Command.of("cp", "/dev/null", outside.toString()).dangerouslyDisableSandbox(true);

        CommandResult ignored = exec(open(SandboxPolicy.defaults()), command);
        assertThat(ignored.sandbox().orElseThrow().sandboxed()).isTrue();
        assertThat(outside).doesNotExist();
        CommandResult allowed = exec(open(SandboxPolicy.defaults().allowUnsandboxed(true)), command);
        assertThat(allowed.sandbox()).contains(outsideFor("dangerouslyDisableSandbox"));
        assertThat(outside).exists();
        CommandResult other = exec(open(SandboxPolicy.defaults(), "allowUnsandboxed=true"), Command.of("true"));
        assertThat(other.sandbox().orElseThrow().sandboxed())
                .as("it did not ask")
                .isTrue();
    }

    @Test
    void without_a_sandbox_commands_run_only_where_the_policy_goes_without_and_each_result_says_so() {
        Command command = Command.of("cp", "/dev/null", outside.toString());
        SandboxPolicy lenient = SandboxPolicy.defaults().failIfUnavailable(false);

        CommandResult result = exec(openOn("riscv64", lenient), command);
        assertThat(result.sandbox()).contains(outsideFor("unavailable"));
        assertThat(outside).exists();
        CommandResult option = exec(openOn("riscv64", SandboxPolicy.defaults(), "failIfUnavailable=false"), command);
        assertThat(option.sandbox()).contains(outsideFor("unavailable"));
        CommandResult there = exec(open(lenient), command);
        assertThat(there.sandbox().orElseThrow().sandboxed())
                .as("where there is a sandbox it is used")
                .isTrue();
    }

    @Test
    void a_file_of_the_project_lets_nothing_out() throws Exception {
        String settings = "{\"sandbox\":{\"allowUnsandboxedCommands\":true,\"excludedCommands\":[\"touch *\"]}}";
        Files.createDirectory(root.resolve(".claude"));
        Files.writeString(root.resolve(".claude/settings.json"), settings);
        Files.writeString(root.resolve(".claude/settings.local.json"), settings);
        Command command = Command.of("touch", outside.toString()).dangerouslyDisableSandbox(true);

        CommandResult project = exec(open(SandboxPolicy.defaults(), "settings=true"), command);
        assertThat(project.sandbox().orElseThrow().sandboxed()).isTrue();
        assertThat(outside).doesNotExist();
        Files.createDirectory(home.resolve(".claude"));
        Files.writeString(home.resolve(".claude/settings.json"), settings);
        CommandResult user = exec(open(SandboxPolicy.defaults(), "settings=true"), command);
        assertThat(user.sandbox()).contains(outsideFor("dangerouslyDisableSandbox"));
    }

    @Test
    void credentials_are_kept_from_a_command_outside_as_well() {
        SandboxPolicy policy = SandboxPolicy.defaults()
                .allowUnsandboxed(true)
                .credentials(CredentialPolicy.defaults().envVars(List.of("TOKEN")));
        Command command = Command.shell("echo \"[$TOKEN$OTHER]\"")
                .env("TOKEN", "hush")
                .env("OTHER", "x")
                .dangerouslyDisableSandbox(true);

        assertThat(exec(open(policy), command).stdout().text()).isEqualTo("[x]\n");
    }

    @Test
    void what_runs_outside_ends_with_its_workspace_and_in_time() throws Exception {
        Path pid = root.resolve("pid");
        SandboxPolicy policy = SandboxPolicy.defaults().allowUnsandboxed(true);
        long process;
        try (Workspace workspace = open(policy)) {
            Command command = Command.shell("trap '' TERM; echo $$ > pid; while :; do sleep 0.02; done")
                    .dangerouslyDisableSandbox(true)
                    .killGrace(Duration.ofMillis(50));
            CommandResult late = workspace.exec(command.timeout(Duration.ofMillis(300)));
            assertThat(late.timedOut()).isTrue();
            assertThat(late.sandbox()).contains(outsideFor("dangerouslyDisableSandbox"));
            Files.delete(pid);
            workspace.start(command);
            process = awaitPid(pid);
            assertThat(isAlive(process)).isTrue();
        }
        assertThat(isAlive(process)).isFalse();
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static long awaitPid(Path file) throws Exception {
        long start = System.nanoTime();
        while (!Files.exists(file) || Files.size(file) < 2) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(20));
            LockSupport.parkNanos(5_000_000);
        }
        return Long.parseLong(Files.readString(file).strip());
    }
}
