package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real daemon, which has the images that the module's set-up makes. */
@Timeout(180)
class DockerProviderTests {
    private static final String BUSYBOX = "sandbox-test:busybox";
    private static final String DEBIAN = "sandbox-test:debian";

    @BeforeAll
    static void find_the_daemon() {
        Availability found = new DockerProvider().probe(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        if (!found.ok()) {
            if (System.getenv("CI") != null) {
                fail(found.reason() + "; " + found.mend());
            }
            Assumptions.abort("NOT_RUN: " + found.reason() + "; " + found.mend());
        }
    }

    private static WorkspaceBuilder docker(String image) {
        return Workspaces.over(new DockerProvider()).option("image", image).option("pull", "never");
    }

    private static WorkspaceBuilder mounted() {
        return docker(BUSYBOX).option("host", "fresh");
    }

    private static Daemon daemon() throws Exception {
        return Daemon.connect(Map.of(), Machine.surroundings());
    }

    private static List<String> containers(Daemon daemon) {
        return daemon
                .client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of(DockerProvider.LABEL, "true"))
                .exec()
                .stream()
                .map(container -> container.getNames()[0].substring(1))
                .collect(Collectors.toList());
    }

    private static String output(Workspace workspace, String line) {
        CommandResult result = workspace.exec(line);
        assertThat(result.exitCode()).as(result.stderr().text()).isZero();
        return result.stdout().text().strip();
    }

    private static void assertRefused(ErrorCode code, WorkspaceBuilder builder, String... words) {
        try (Workspace workspace = builder.open()) {
            assertThatThrownBy(() -> workspace.exec("true")).isInstanceOfSatisfying(WorkspaceException.class, e -> {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
                assertThat(e.getMessage()).contains(words);
            });
        }
    }

    @Test
    void a_container_is_closed_in_and_limited_unless_it_is_said_otherwise() throws Exception {
        try (Workspace workspace = docker(DEBIAN).open();
                Daemon daemon = daemon()) {
            workspace.start();
            InspectContainerResponse seen =
                    daemon.client().inspectContainerCmd(workspace.id()).exec();
            HostConfig config = seen.getHostConfig();
            assertThat(config.getCapDrop()).containsExactly(Capability.ALL);
            assertThat(config.getSecurityOpts()).contains("no-new-privileges");
            assertThat(config.getNetworkMode()).isEqualTo("none");
            assertThat(config.getInit()).isTrue();
            assertThat(config.getMemory()).isEqualTo(2L << 30);
            assertThat(config.getNanoCPUs()).isEqualTo(2_000_000_000L);
            assertThat(config.getPidsLimit()).isEqualTo(512);
            assertThat(seen.getConfig().getLabels()).containsEntry("dev.cofferdam.sandbox", "true");
            assertThat(output(workspace, "grep -E 'CapEff|NoNewPrivs' /proc/self/status | tr -d ' \\t\\n'"))
                    .isEqualTo("CapEff:0000000000000000NoNewPrivs:1");
            assertThat(output(workspace, "cat /proc/net/dev | grep -c eth0 || true"))
                    .isEqualTo("0");
        }
    }

    @Test
    void without_a_network_there_is_a_loopback_device_with_its_name() {
        for (String user : List.of("0", "1000:1000")) {
            try (Workspace workspace = docker(DEBIAN).option("user", user).open()) {
                assertThat(output(workspace, "id -u")).isEqualTo(user.replaceFirst(":.*", ""));
                assertThat(output(workspace, "ls /sys/class/net")).isEqualTo("lo");
                assertThat(output(workspace, "head -n 2 /etc/hosts"))
                        .isEqualTo("127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback");
                assertThat(output(workspace, "getent hosts localhost")).contains("localhost");
                // Nobody listens there, which only a device that is up can tell.
                assertThat(output(workspace, "bash -c ': </dev/tcp/127.0.0.1/1' 2>&1 || true"))
                        .contains("Connection refused");
            }
        }
    }

    @Test
    void a_mounted_list_of_hosts_stays_as_it_is(@TempDir Path directory) throws Exception {
        Path hosts = Files.writeString(directory.resolve("hosts"), "127.0.0.1 mine\n");
        try (Workspace workspace =
                docker(DEBIAN).option("mounts", hosts + ":/etc/hosts:rw").open()) {
            assertThat(output(workspace, "cat /etc/hosts")).isEqualTo("127.0.0.1 mine");
        }
    }

    @Test
    void every_option_has_its_effect(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("f"), "data");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Workspace workspace = docker(DEBIAN)
                        .option("memory", "256MB")
                        .option("cpus", "0.5")
                        .option("cpuShares", "300")
                        .option("pidsLimit", "64")
                        .option("network", "bridge")
                        .option("dns", "10.1.2.3")
                        .option("mounts", directory + ":/data")
                        .option("env", "COLOUR=red,SHAPE=round")
                        .option("user", "1000:1000")
                        .option("workdir", "/home/work")
                        .option("labels", "team=blue")
                        .open();
                Daemon daemon = daemon()) {
            assertThat(output(workspace, "id -u")).isEqualTo("1000");
            assertThat(output(workspace, "pwd")).isEqualTo("/home/work");
            assertThat(output(workspace, "echo $COLOUR $SHAPE")).isEqualTo("red round");
            assertThat(output(workspace, "cat /data/f")).isEqualTo("data");
            assertThat(output(workspace, "cat /etc/resolv.conf")).contains("10.1.2.3");
            assertThat(output(workspace, "touch $HOME/x && echo ok")).isEqualTo("ok");
            assertThat(workspace.exec("echo x > /data/g").succeeded()).isFalse();
            workspace.writeText("mine", "x");
            assertThat(output(workspace, "stat -c %u mine")).isEqualTo("1000");
            InspectContainerResponse seen =
                    daemon.client().inspectContainerCmd(workspace.id()).exec();
            assertThat(seen.getHostConfig().getMemory()).isEqualTo(256L << 20);
            assertThat(seen.getHostConfig().getNanoCPUs()).isEqualTo(500_000_000L);
            assertThat(seen.getHostConfig().getCpuShares()).isEqualTo(300);
            assertThat(seen.getHostConfig().getPidsLimit()).isEqualTo(64);
            assertThat(seen.getConfig().getLabels()).containsEntry("team", "blue");
        }
    }

    @Test
    void a_server_inside_is_reached_by_its_port() throws Exception {
        try (Workspace workspace =
                mounted().option("network", "bridge").option("ports", "8080").open()) {
            workspace.writeText("index.html", "hello from inside");
            try (var server = workspace.start(dev.cofferdam.workspace.Command.of("httpd", "-f", "-p", "8080"))) {
                assertThat(server.isRunning()).isTrue();
                Eventually.that(() -> fetched(workspace).equals("hello from inside"));
            }
            assertThatThrownBy(() -> workspace.endpoint(81)).hasMessageContaining("ports");
        }
    }

    private static String fetched(Workspace workspace) {
        try (InputStream in =
                workspace.endpoint(8080).resolve("/index.html").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void files_on_the_host_need_no_daemon_and_commands_see_them() throws Exception {
        try (Workspace workspace =
                mounted().option("dockerHost", "unix:///no/such.sock").open()) {
            workspace.writeText("d/f", "x");
            assertThat(workspace.readText("/workspace/d/f")).isEqualTo("x");
            assertThatThrownBy(() -> workspace.exec("true"))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        }
        try (Workspace workspace = mounted().open()) {
            workspace.writeText("d/f", "x");
            assertThat(output(workspace, "cat d/f; echo y > d/g; pwd")).isEqualTo("x/workspace");
            assertThat(workspace.readText("d/g")).isEqualTo("y\n");
            String caller = Caller.ids().orElseThrow();
            assertThat(output(workspace, "echo $(id -u):$(id -g)")).isEqualTo(caller);
        }
    }

    @Test
    void a_directory_that_was_given_is_kept_and_a_fresh_one_is_not(@TempDir Path directory) throws Exception {
        try (Workspace workspace =
                docker(BUSYBOX).option("host", directory.toString()).open()) {
            workspace.exec("echo kept > f");
        }
        assertThat(directory.resolve("f")).hasContent("kept");
        Path fresh;
        try (Workspace workspace = mounted().open()) {
            workspace.exec("mkdir -p a/b; echo x > a/b/c");
            fresh = Paths.get(System.getProperty("java.io.tmpdir"), workspace.id());
            assertThat(fresh).isDirectory();
        }
        assertThat(fresh).doesNotExist();
    }

    @Test
    void what_is_refused_says_what_to_do() {
        assertRefused(ErrorCode.UNAVAILABLE, docker("no-such-image:ever"), "no-such-image:ever", "; ", "pull");
        assertRefused(ErrorCode.UNAVAILABLE, docker(BUSYBOX).option("dockerHost", "/no/such.sock"), "socket", "; ");
        assertRefused(
                ErrorCode.UNAVAILABLE, docker(BUSYBOX).option("dockerHost", "tcp://127.0.0.1:1"), "127.0.0.1:1", "; ");
        assertRefused(ErrorCode.UNSUPPORTED, docker(BUSYBOX).option("allowedHosts", "example.org"), "allowedHosts");
        assertRefused(ErrorCode.INVALID_ARGUMENT, docker(BUSYBOX).option("memory", "0"), "memory");
        assertRefused(ErrorCode.INVALID_ARGUMENT, docker(BUSYBOX).option("cpus", "-1"), "cpus");
        assertRefused(ErrorCode.INVALID_ARGUMENT, docker(BUSYBOX).option("pidsLimit", "0"), "pidsLimit");
        assertRefused(ErrorCode.INVALID_ARGUMENT, docker(BUSYBOX).option("ports", "80"), "network");
        assertRefused(ErrorCode.INVALID_ARGUMENT, docker(BUSYBOX).option("mounts", "relative:/x"), "mounts");
        assertRefused(ErrorCode.INVALID_ARGUMENT, docker(BUSYBOX).option("mounts", "/tmp:/proc"), "mounts");
        assertRefused(ErrorCode.UNAVAILABLE, mounted().option("user", "nobody-knows"), "user", "; ");
    }

    @Test
    void a_container_that_is_killed_from_outside_is_gone_and_the_next_one_works() throws Exception {
        try (Daemon daemon = daemon()) {
            try (Workspace workspace = mounted().open()) {
                workspace.exec("true");
                String container = containerOf(daemon, workspace);
                daemon.client().killContainerCmd(container).exec();
                Eventually.that(() -> {
                    try {
                        workspace.exec("true");
                        return false;
                    } catch (WorkspaceException e) {
                        return e.code() == ErrorCode.GONE;
                    }
                });
            }
            try (Workspace workspace = mounted().open()) {
                assertThat(output(workspace, "echo next")).isEqualTo("next");
            }
        }
    }

    private static String containerOf(Daemon daemon, Workspace workspace) {
        List<String> with =
                daemon
                        .client()
                        .listContainersCmd()
                        .withLabelFilter(Map.of(DockerProvider.LABEL, "true"))
                        .exec()
                        .stream()
                        .filter(container -> Arrays.stream(container.getMounts().toArray())
                                .anyMatch(mount -> mount.toString().contains(workspace.id())))
                        .map(container -> container.getId())
                        .toList();
        assertThat(with).hasSize(1);
        return with.get(0);
    }

    @Test
    void a_command_under_way_in_a_killed_container_ends_with_gone() throws Exception {
        try (Daemon daemon = daemon();
                Workspace workspace = mounted().open()) {
            var running = workspace.start(dev.cofferdam.workspace.Command.shell("echo up; sleep 60"));
            Eventually.that(() -> running.stdout().text().equals("up\n"));
            daemon.client()
                    .removeContainerCmd(containerOf(daemon, workspace))
                    .withForce(true)
                    .exec();
            assertThatThrownBy(() -> running.waitFor(Duration.ofSeconds(20)).orElseThrow())
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GONE));
        }
    }

    @Test
    void a_kept_container_is_found_again_stopped_or_not() throws Exception {
        for (OnClose how : List.of(OnClose.KEEP, OnClose.STOP)) {
            String id;
            try (Workspace workspace = docker(DEBIAN).onClose(how).open()) {
                workspace.writeText("f", how.name());
                id = workspace.id();
            }
            try (Workspace again =
                    docker(DEBIAN).onClose(OnClose.DESTROY).connect(id).orElseThrow()) {
                assertThat(again.readText("f")).isEqualTo(how.name());
            }
            assertThat(docker(DEBIAN).connect(id)).isEmpty();
        }
    }

    private static Process java(String classPath, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                classPath,
                DockerMain.class.getName()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void a_java_process_that_is_killed_leaves_no_container_of_ten() throws Exception {
        Process process = java(System.getProperty("java.class.path"), "hold", "10");
        List<String> names = new ArrayList<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                Daemon daemon = daemon()) {
            for (String line = lines.readLine(); line != null && !line.equals("ready"); line = lines.readLine()) {
                names.add(line);
            }
            assertThat(names).hasSize(10);
            assertThat(containers(daemon)).containsAll(names);
            process.destroyForcibly();
            long killed = System.nanoTime();
            Eventually.that(() -> containers(daemon).stream().noneMatch(names::contains));
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(2));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void the_next_start_deletes_the_directories_of_a_java_process_that_is_killed() throws Exception {
        Process process = java(System.getProperty("java.class.path"), "directories", "10");
        List<Path> left = new ArrayList<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null && !line.equals("ready"); line = lines.readLine()) {
                left.add(Paths.get(System.getProperty("java.io.tmpdir"), line));
            }
            assertThat(left).hasSize(10).allSatisfy(path -> assertThat(path).isDirectory());
            try (Workspace ours = mounted().open()) {
                assertThat(left)
                        .as("of a process that lives")
                        .allSatisfy(path -> assertThat(path).isDirectory());
                ours.writeText("f", "x");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Workspace next = mounted().open()) {
            next.writeText("f", "x");
            assertThat(left).allSatisfy(path -> {
                assertThat(path).doesNotExist();
                assertThat(path.resolveSibling(path.getFileName() + ".owner")).doesNotExist();
            });
        }
    }

    @Test
    void a_fresh_directory_that_was_kept_is_nobody_s_to_delete() throws Exception {
        String id;
        try (Workspace workspace = mounted().onClose(OnClose.KEEP).open()) {
            workspace.writeText("f", "kept");
            id = workspace.id();
        }
        Path directory = Paths.get(System.getProperty("java.io.tmpdir"), id);
        assertThat(directory.resolve("f")).hasContent("kept");
        assertThat(directory.resolveSibling(id + ".owner")).doesNotExist();
        try (Workspace again = mounted().onClose(OnClose.DESTROY).connect(id).orElseThrow()) {
            assertThat(again.readText("f")).isEqualTo("kept");
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void only_what_dead_processes_of_this_host_left_is_swept() throws Exception {
        Owner self = Owner.self();
        Owner dead = new Owner(self.host(), self.boot(), 4_194_305, self.started());
        Owner elsewhere = new Owner("another host", self.boot(), 4_194_305, self.started());
        Settings settings =
                Settings.of(new SandboxRequest(WorkspaceOptions.defaults(), Map.of("image", BUSYBOX, "pull", "never")));
        List<Container> made = new ArrayList<>();
        try (Daemon daemon = daemon()) {
            for (Owner owner : List.of(self, dead, elsewhere)) {
                String name = "cofferdam-" + Machine.random(8);
                made.add(new ContainerStart(daemon(), settings, owner, Optional.empty(), true).run(name));
            }
            Leftovers.sweep(daemon, self);
            assertThat(containers(daemon))
                    .contains(made.get(0).name(), made.get(2).name())
                    .doesNotContain(made.get(1).name());
        } finally {
            for (Container container : made) {
                container.remove();
                container.close();
            }
        }
    }

    @Test
    void without_docker_java_the_provider_is_unavailable_and_names_it() throws Exception {
        String without = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("docker-java"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = java(without, "probe");
        try (InputStream out = process.getInputStream()) {
            assertThat(new String(out.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("false docker-java is not on the class path; ")
                    .contains("com.github.docker-java:docker-java-core:");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void five_hundred_commands_with_four_connections_leave_nothing() throws Exception {
        try (Workspace workspace = mounted().open()) {
            workspace.exec("true");
            long before = descriptors();
            for (int i = 0; i < 500; i++) {
                assertThat(workspace.exec("exit " + i % 7).exitCode()).isEqualTo(i % 7);
            }
            assertThat(descriptors()).isLessThanOrEqualTo(before + 12);
            assertThat(output(workspace, "ls -d /proc/[0-9]* | wc -l")).isIn("3", "4", "5", "6", "7");
        }
    }

    private static long descriptors() throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
