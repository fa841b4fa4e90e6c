package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.Workspaces;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class OsProviderTests {
    private final OsProvider provider = new OsProvider();

    @TempDir
    Path temporary;

    @BeforeAll
    static void find_the_sandbox() {
        BubblewrapHere.require();
    }

    private static SandboxRequest request(WorkspaceOptions options) {
        return new SandboxRequest(options, Map.of());
    }

    private Path root() throws Exception {
        return Files.createDirectories(temporary.resolve("root")).toRealPath();
    }

    private Sandbox at(Path root) throws Exception {
        return provider.create(
                request(WorkspaceOptions.builder().root(root.toString()).build()));
    }

    private static List<String> names(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(SandboxProvider.class).stream()
                        .map(p -> p.type().getName()))
                .contains(OsProvider.class.getName());
    }

    @Test
    void says_that_it_works_here() {
        Availability found = provider.probe(request(WorkspaceOptions.defaults()));
        assertThat(found.ok()).as(found.reason() + "; " + found.mend()).isTrue();
    }

    @Test
    void a_fresh_root_goes_and_is_not_guarded() throws Exception {
        Sandbox sandbox = provider.create(request(WorkspaceOptions.defaults()));
        Inside made = Inside.sh(sandbox, "git init -q . && echo x > .bashrc && echo y > ~/f && ls -A");
        assertThat(made).isEqualTo(new Inside(0, ".bashrc\n.git\n", ""));
        sandbox.release(OnClose.DESTROY);
        assertThat(Path.of(sandbox.root()).getParent()).doesNotExist();
    }

    @Test
    void a_fresh_root_that_is_kept_is_guarded_and_reached_again() throws Exception {
        WorkspaceOptions kept = WorkspaceOptions.builder().onClose(OnClose.KEEP).build();
        Sandbox sandbox = provider.create(request(kept));
        Inside.sh(sandbox, "echo x > f; echo evil > .bashrc");
        sandbox.release(OnClose.KEEP);
        Sandbox again = provider.connect(sandbox.id(), request(WorkspaceOptions.defaults()))
                .orElseThrow();
        Inside.sh(again, "echo evil > .bashrc");
        assertThat(names(Path.of(again.root()))).containsExactly("f");
        again.release(OnClose.DESTROY);
        assertThat(provider.connect(sandbox.id(), request(WorkspaceOptions.defaults())))
                .isEmpty();
        assertThat(provider.connect("../etc", request(WorkspaceOptions.defaults())))
                .isEmpty();
    }

    @Test
    void a_given_root_is_used_in_place_and_kept() throws Exception {
        Sandbox sandbox = at(root());
        assertThat(Inside.sh(sandbox, "pwd; echo x > f").stdout()).isEqualTo(root() + "\n");
        sandbox.release(OnClose.DESTROY);
        assertThat(names(root())).containsExactly("f");
        assertThat(provider.connect(sandbox.id(), request(WorkspaceOptions.defaults())))
                .isPresent();
    }

    @Test
    void a_root_that_cannot_be_used_is_refused() {
        Path file = temporary.resolve("file");
        assertThatThrownBy(() -> at(Files.createFile(file)))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void a_root_that_is_too_wide_is_named_as_the_cause() {
        assertThatThrownBy(() -> at(Path.of("/"))).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining("root of the workspace is /");
        });
        assertThatThrownBy(() -> at(Path.of("/usr")))
                .isInstanceOf(WorkspaceException.class)
                .hasMessageContaining("TOOL_IN_ROOT");
    }

    @ParameterizedTest
    @CsvSource({".,.", "../root/**,.", "*,.", "sub,sub", "s*b,sub/deeper"})
    void a_command_whose_directory_is_hidden_is_told_what_hides_it(String hidden, String cwd) throws Exception {
        Files.createDirectories(root().resolve("sub/deeper"));
        Files.createFile(root().resolve("file"));
        SandboxPolicy policy =
                SandboxPolicy.defaults().filesystem(FilesystemPolicy.defaults().denyRead(List.of(hidden)));
        try (Workspace workspace =
                Workspaces.over(new OsProvider(policy)).root(root().toString()).open()) {
            Command command = Command.of("true").cwd(cwd);
            assertThatThrownBy(() -> workspace.exec(command)).isInstanceOfSatisfying(WorkspaceException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
                assertThat(e).hasMessageContaining("denyRead");
            });
        }
        assertThat(names(root())).as("nothing but the lock is left").containsExactly(".cofferdam", "file", "sub");
    }

    @Test
    void the_workspace_itself_does_not_uncover_what_a_running_command_must_not_write() throws Exception {
        Files.createDirectory(root().resolve(".vscode"));
        Files.writeString(root().resolve(".vscode/tasks.json"), "good");
        Files.writeString(root().resolve(".mcp.json"), "good");
        try (Workspace workspace =
                Workspaces.over(provider).root(root().toString()).open()) {
            RunningCommand running = workspace.start(
                    Command.shell(
                            "echo up; while [ ! -e go ]; do sleep 0.02; done; echo evil > .mcp.json; echo evil > .vscode/tasks.json"));
            while (running.stdout().text().isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            refused(() -> workspace.writeText(".mcp.json", "new"));
            refused(() -> workspace.writeText(".bashrc", "new"));
            refused(() -> workspace.remove(".mcp.json", RemoveOptions.defaults().despiteCommands()));
            refused(() -> workspace.remove(
                    ".vscode", RemoveOptions.defaults().withContents().despiteCommands()));
            workspace.writeText("other", "new");
            refused(() -> workspace.rename(
                    "other", ".mcp.json", RenameOptions.defaults().overwriting().despiteCommands()));
            workspace.writeText("go", "x");
            running.waitFor();
            assertThat(workspace.readText(".mcp.json")).isEqualTo("good");
            assertThat(workspace.readText(".vscode/tasks.json")).isEqualTo("good");
        }
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
    }

    @Test
    void options_and_the_settings_of_claude_code_make_the_policy() throws Exception {
        Files.createDirectories(temporary.resolve(".claude"));
        Files.writeString(
                temporary.resolve(".claude/settings.json"),
                "{\"sandbox\":{\"filesystem\":{\"denyRead\":[\"~/secret\"]}}}");
        Files.writeString(temporary.resolve("secret"), "hush");
        Files.writeString(root().resolve("other"), "hush");
        WorkspaceOptions options =
                WorkspaceOptions.builder().root(root().toString()).build();
        OsProvider own = on("Linux", System.getProperty("os.arch"), SandboxPolicy.defaults());
        String line = "cat ~/secret other";
        Sandbox plain = own.create(new SandboxRequest(options, Map.of()));
        assertThat(Inside.sh(plain, line).stdout()).isEqualTo("hushhush");
        Sandbox loaded = own.create(new SandboxRequest(options, Map.of("settings", "true")));
        assertThat(Inside.sh(loaded, line).stdout()).isEqualTo("hush");
        Sandbox both =
                own.create(new SandboxRequest(options, Map.of("settings", "true", "denyRead", "~/secret,other")));
        assertThat(Inside.sh(both, line).stdout()).isEmpty();
        assertThatThrownBy(() -> own.create(new SandboxRequest(options, Map.of("settings", "yes"))))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        for (Sandbox each : List.of(plain, loaded, both)) {
            each.release(OnClose.DESTROY);
        }
    }

    @Test
    void build_tools_are_told_of_the_proxy_and_of_a_cache_that_can_be_written() throws Exception {
        String line = "echo \"$MAVEN_OPTS\"; echo \"$GRADLE_OPTS\"; echo ${npm_config_cache#$TMPDIR}";
        Sandbox sandbox = at(root());
        Inside told = Inside.sh(sandbox, line);
        assertThat(told.stdout().lines().toList()).hasSize(3).satisfies(lines -> {
            assertThat(lines.subList(0, 2))
                    .allSatisfy(options -> assertThat(options)
                            .contains("-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128")
                            .contains("-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=3128"));
            assertThat(lines.get(2)).isEqualTo("/npm");
        });
        Inside own = Inside.run(sandbox, Map.of("MAVEN_OPTS", "-Xmx9m", "npm_config_cache", "/mine"), "sh", "-c", line);
        assertThat(own.stdout().lines().toList().get(0))
                .contains("-Dhttps.proxyPort=3128")
                .endsWith(" -Xmx9m");
        assertThat(own.stdout()).endsWith("/mine\n");
        Inside other =
                Inside.run(sandbox, Map.of("HTTPS_PROXY", "http://127.0.0.1:9"), "sh", "-c", "echo \"[$MAVEN_OPTS]\"");
        assertThat(other.stdout()).isEqualTo("[]\n");
        sandbox.release(OnClose.DESTROY);
    }

    private OsProvider on(String system, String machine, SandboxPolicy policy) {
        Host host = new Host(Map.of("PATH", "/usr/bin:/bin", "HOME", temporary.toString()));
        return new OsProvider(
                new OsHost(host, new Spawner(host.starting()), Blueprint.whole(), temporary, system, machine), policy);
    }

    @ParameterizedTest
    @CsvSource({"Mac OS X,aarch64,NOT_LINUX", "Linux,riscv64,ARCH_NO_SECCOMP"})
    void elsewhere_it_is_unavailable_with_the_obstacle_and_never_falls_back(
            String system, String machine, String obstacle) {
        OsProvider elsewhere = on(system, machine, SandboxPolicy.defaults());
        assertThatThrownBy(() -> elsewhere.create(request(WorkspaceOptions.defaults())))
                .isInstanceOfSatisfying(WorkspaceException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
                    assertThat(e).hasMessageContaining(obstacle);
                });
    }

    @Test
    void on_an_unknown_machine_it_runs_without_a_filter_when_unix_sockets_are_allowed() throws Exception {
        SandboxPolicy open =
                SandboxPolicy.defaults().network(NetworkPolicy.defaults().allowAllUnixSockets(true));
        Sandbox sandbox = on("Linux", "riscv64", open).create(request(WorkspaceOptions.defaults()));
        assertThat(Inside.sh(sandbox, "grep Seccomp: /proc/self/status; unshare -U true || echo no")
                        .stdout())
                .isEqualTo("Seccomp:\t0\nno\n");
        sandbox.release(OnClose.DESTROY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bwrap: No permissions to create new namespace, likely because the kernel does not allow it|USERNS_BLOCKED",
                "bwrap: Creating new namespace failed: No space left on device|USERNS_BLOCKED",
                "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted|APPARMOR",
                "bwrap: setting up uid map: Permission denied|APPARMOR",
                "bwrap: Can't mount proc on /newroot/proc: Operation not permitted|PROC_MASKED",
                "bwrap: pivot_root: Operation not permitted|PIVOT_ROOT",
                "bwrap: Unknown option --disable-userns|BWRAP_TOO_OLD",
                "bwrap: something else|OTHER"
            })
    void the_words_of_bwrap_tell_the_obstacle(String words, Obstacle obstacle) {
        assertThat(Obstacle.of(words)).isEqualTo(obstacle);
        assertThat(obstacle.mend()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bubblewrap 0.8.0,true",
        "bubblewrap 0.11.1,true",
        "bubblewrap 1.0,true",
        "bubblewrap 0.7.9,false",
        "x,false"
    })
    void versions_are_compared_as_numbers(String version, boolean enough) {
        assertThat(Tools.isNewEnough(version)).isEqualTo(enough);
    }

    private static Process java(Path temporary, Path root, String... words) throws Exception {
        List<String> line = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                OsMain.class.getName(),
                                root.toString()),
                        Stream.of(words))
                .toList();
        return new ProcessBuilder(line).redirectErrorStream(true).start();
    }

    private static void awaitLine(Process process, String expected) {
        assertThat(process.inputReader().lines().anyMatch(expected::equals)).isTrue();
    }

    @Test
    void what_a_killed_java_process_left_is_gone_with_it_or_swept_by_the_next() throws Exception {
        Path own = Files.createTempDirectory("cdm");
        Process killed = java(own, root(), "echo up; while :; do date +%N > beat; sleep 0.02; done", "up");
        awaitLine(killed, "up");
        assertThat(names(root())).contains(".bashrc", ".git", "HEAD");
        killed.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        long start = System.nanoTime();
        while (!LifeSecurity.processes(root()).isEmpty() && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(5)) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(LifeSecurity.processes(root())).isEmpty();
        Process next = java(own, Files.createDirectory(temporary.resolve("other")), "true");
        assertThat(new String(next.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .doesNotContain("Exception");
        assertThat(names(root())).containsExactly("beat");
        try (Stream<Path> left = Files.walk(own)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("cofferdam-c")))
                    .isEmpty();
        }
    }

    @Test
    void two_java_processes_share_what_stands_in_one_root() throws Exception {
        String attack = "echo up; while [ ! -e go ]; do sleep 0.02; done; echo evil > .bashrc; mkdir -p .git/hooks;"
                + " echo evil > .git/hooks/h; echo evil > HEAD";
        Process lasting = java(Files.createDirectory(temporary.resolve("one")), root(), attack, "up");
        awaitLine(lasting, "up");
        Process brief = java(Files.createDirectory(temporary.resolve("two")), root(), "ls -A");
        assertThat(new String(brief.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("HEAD");
        assertThat(names(root())).contains(".bashrc", "HEAD");
        Files.createFile(root().resolve("go"));
        lasting.getInputStream().readAllBytes();
        assertThat(names(root())).containsExactly("go");
    }
}
