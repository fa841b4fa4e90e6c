package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of the daemon, which says more than times do. */
@Timeout(120)
class DockerRequestTests {
    private static final String CREATE = "POST /containers/ID/exec";
    private static final String START = "POST /exec/ID/start";
    private static final String LOOK = "GET /exec/ID/json";

    @TempDir
    private Path directory;

    private static Path daemonSocket() {
        Availability found = new DockerProvider().probe(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        if (!found.ok() && System.getenv("CI") != null) {
            fail(found.reason() + "; " + found.mend());
        }
        Assumptions.assumeTrue(found.ok(), () -> "NOT_RUN: " + found.reason() + "; " + found.mend());
        Optional<Path> socket = new DaemonFinder(Machine.surroundings())
                .candidates(Optional.empty())
                .get(0)
                .endpoint()
                .socket();
        Assumptions.assumeTrue(socket.isPresent(), "NOT_RUN: the daemon is not one of this host");
        return socket.orElseThrow();
    }

    private static Workspace open(CountingProxy proxy, String image, Map<String, String> options) {
        return Workspaces.over(new DockerProvider())
                .option("dockerHost", proxy.socket())
                .option("image", image)
                .option("pull", "never")
                .options(options)
                .open();
    }

    @Test
    void file_operations_start_nothing_once_the_shell_is_up() throws Exception {
        try (CountingProxy proxy = new CountingProxy(directory, daemonSocket());
                Workspace workspace = open(proxy, "sandbox-test:debian", Map.of())) {
            workspace.writeText("d/f", "x");
            proxy.reset();
            workspace.writeText("d/f", "y");
            workspace.readText("d/f");
            workspace.stat("d/f");
            workspace.exists("d/g");
            workspace.list("");
            workspace.rename("d/f", "d/g");
            workspace.remove("d/g");
            assertThat(proxy.requests()).isEmpty();
        }
    }

    @Test
    void a_command_costs_what_starts_it_and_nothing_more() throws Exception {
        try (CountingProxy proxy = new CountingProxy(directory, daemonSocket());
                Workspace workspace = open(proxy, "sandbox-test:busybox", Map.of("host", "fresh"))) {
            workspace.exec("true");
            proxy.reset();
            workspace.exec("echo out; exit 3");
            assertThat(proxy.requests()).containsExactly(CREATE, START);
        }
    }

    @Test
    void a_command_that_is_ended_costs_nothing_more_and_one_that_is_killed_one_question() throws Exception {
        try (CountingProxy proxy = new CountingProxy(directory, daemonSocket());
                Workspace workspace = open(proxy, "sandbox-test:busybox", Map.of("host", "fresh"))) {
            workspace.exec("true");
            proxy.reset();
            workspace.exec(Command.of("sleep", "60").timeout(Duration.ofMillis(300)));
            assertThat(proxy.requests()).containsExactly(CREATE, START);
            proxy.reset();
            workspace.exec(Command.shell("trap '' TERM; while :; do sleep 1; done")
                    .timeout(Duration.ofMillis(300))
                    .killGrace(Duration.ofMillis(200)));
            assertThat(proxy.requests()).containsExactly(CREATE, START, LOOK);
        }
    }

    @Test
    void a_command_that_leaves_its_output_open_costs_nothing_more() throws Exception {
        try (CountingProxy proxy = new CountingProxy(directory, daemonSocket());
                Workspace workspace = open(proxy, "sandbox-test:debian", Map.of())) {
            workspace.exec("true");
            proxy.reset();
            long start = System.nanoTime();
            assertThat(workspace.exec("setsid sleep 5 & echo out; exit 3").exitCode())
                    .isEqualTo(3);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
            assertThat(workspace.exec("exit 4").exitCode()).isEqualTo(4);
            assertThat(proxy.requests()).containsExactly(CREATE, START, CREATE, START);
        }
    }

    @Test
    void files_on_the_host_ask_the_daemon_nothing() throws Exception {
        try (CountingProxy proxy = new CountingProxy(directory, daemonSocket());
                Workspace workspace = open(proxy, "sandbox-test:busybox", Map.of("host", "fresh"))) {
            workspace.writeText("d/f", "y");
            workspace.readText("d/f");
            workspace.rename("d/f", "d/g");
            workspace.remove("d/g");
            assertThat(proxy.requests()).isEmpty();
        }
    }
}
