package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong under a workspace on a real daemon: one clear failure, nothing left, and the next one works. */
@Timeout(180)
class DockerFailureTests {
    private static final List<String> IMAGES = List.of("sandbox-test:debian", "sandbox-test:busybox");

    @TempDir
    private Path directory;

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

    /** With its files in the container on the first image, and on this host on the second, which has few tools. */
    private static WorkspaceBuilder docker(String image) {
        WorkspaceBuilder builder =
                Workspaces.over(new DockerProvider()).option("image", image).option("pull", "never");
        return image.equals(IMAGES.get(0)) ? builder : builder.option("host", "fresh");
    }

    private static Path daemonSocket() {
        Optional<Path> socket = new DaemonFinder(Machine.surroundings())
                .candidates(Optional.empty())
                .get(0)
                .endpoint()
                .socket();
        Assumptions.assumeTrue(socket.isPresent(), "NOT_RUN: the daemon is not one of this host");
        return socket.orElseThrow();
    }

    private static void assertFails(ThrowingCallable work, ErrorCode code, String... words) {
        assertThatThrownBy(work).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(words);
        });
    }

    /** The one container that was made since, by its label with a value that is told apart from all others. */
    private static List<String> containers(Daemon daemon, String mark) {
        return daemon
                .client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of("test", mark))
                .exec()
                .stream()
                .map(container -> container.getId())
                .toList();
    }

    @Test
    void a_daemon_that_is_restarted_takes_its_workspaces_with_it_and_the_next_one_works() throws Exception {
        for (String image : IMAGES) {
            String mark = Machine.random(8);
            try (Daemon daemon = Daemon.connect(Map.of(), Machine.surroundings());
                    CountingProxy first = new CountingProxy(directory, daemonSocket());
                    Workspace workspace = docker(image)
                            .option("dockerHost", first.socket())
                            .option("labels", "test=" + mark)
                            .open()) {
                RunningCommand running = workspace.start(Command.shell("echo up; sleep 60"));
                Eventually.that(() -> running.stdout().text().equals("up\n"));
                first.cut();
                assertThatThrownBy(() -> running.waitFor(Duration.ofSeconds(20)).orElseThrow())
                        .isInstanceOf(WorkspaceException.class);
                assertThatThrownBy(() -> workspace.exec("true")).isInstanceOf(WorkspaceException.class);
                Eventually.that(() -> containers(daemon, mark).isEmpty());
                try (CountingProxy second = new CountingProxy(directory, daemonSocket())) {
                    assertFails(() -> workspace.exec("true"), ErrorCode.GONE, "open another workspace");
                    try (Workspace next =
                            docker(image).option("dockerHost", second.socket()).open()) {
                        assertThat(next.exec("echo next").stdout().text()).isEqualTo("next\n");
                    }
                    second.cut();
                }
            }
        }
    }

    @Test
    void a_full_disk_in_the_container_fails_what_writes_and_nothing_else() {
        // The daemon gives each container 64 MiB of memory there.
        try (Workspace workspace =
                docker(IMAGES.get(0)).option("workdir", "/dev/shm/root").open()) {
            workspace.writeText("kept", "old");
            assertThat(workspace.exec("head -c 100000000 /dev/zero > filler").succeeded())
                    .isFalse();
            assertFails(() -> workspace.write("more", new byte[100_000]), ErrorCode.IO, "space");
            assertFails(() -> workspace.write("kept", new byte[100_000]), ErrorCode.IO, "space");
            assertThat(workspace.readText("kept")).isEqualTo("old");
            assertThat(workspace.exists("more")).isFalse();
            workspace.exec("rm filler");
            workspace.write("more", new byte[100_000]);
            assertThat(workspace.read("more")).hasSize(100_000);
        }
    }

    @Test
    void an_image_that_cannot_be_pulled_is_unavailable_by_its_name_and_soon() {
        long start = System.nanoTime();
        // Nobody listens there, so the daemon is refused at once.
        String image = "127.0.0.1:1/no/such-image:ever";
        for (String pull : List.of("missing", "always")) {
            try (Workspace workspace = Workspaces.over(new DockerProvider())
                    .option("image", image)
                    .option("pull", pull)
                    .open()) {
                assertFails(() -> workspace.exec("true"), ErrorCode.UNAVAILABLE, image, "could not be pulled", "; ");
            }
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
        try (Workspace next = docker(IMAGES.get(1)).open()) {
            assertThat(next.exec("echo next").stdout().text()).isEqualTo("next\n");
        }
    }

    @Test
    void a_container_that_is_killed_takes_its_files_with_it_and_leaves_nothing() throws Exception {
        String mark = Machine.random(8);
        try (Daemon daemon = Daemon.connect(Map.of(), Machine.surroundings());
                Workspace workspace =
                        docker(IMAGES.get(0)).option("labels", "test=" + mark).open()) {
            workspace.writeText("f", "x");
            String container = containers(daemon, mark).get(0);
            daemon.client().killContainerCmd(container).exec();
            Eventually.that(() -> containers(daemon, mark).isEmpty());
            assertFails(() -> workspace.readText("f"), ErrorCode.GONE, "open another workspace");
            assertFails(() -> workspace.writeText("f", "y"), ErrorCode.GONE, "open another workspace");
            assertFails(() -> workspace.exec("true"), ErrorCode.GONE, "open another workspace");
        }
        try (Workspace next = docker(IMAGES.get(0)).open()) {
            assertThat(next.exec("echo next").stdout().text()).isEqualTo("next\n");
        }
    }

    @Test
    void a_main_process_that_does_not_answer_is_done_without() throws Exception {
        for (String image : IMAGES) {
            try (Workspace workspace = docker(image).open()) {
                // It is the one child of the container's init.
                String stop = "for s in /proc/[1-9]*/status; do if grep -q '^PPid:.1$' $s; then"
                        + " p=${s#/proc/}; kill -STOP ${p%/status} && echo stopped; fi; done";
                assertThat(workspace.exec(stop).stdout().text()).isEqualTo("stopped\n");
                for (int i = 0; i < 2; i++) {
                    var result = workspace.exec(Command.of("sleep", "60").timeout(Duration.ofMillis(300)));
                    assertThat(result.timedOut()).isTrue();
                }
                assertThat(Arrays.stream(workspace
                                        .exec("cat /proc/[0-9]*/comm")
                                        .stdout()
                                        .text()
                                        .split("\n"))
                                .filter("sleep"::equals))
                        .isEmpty();
            }
        }
    }
}
