package dev.cofferdam.provider.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.Workspaces;
import dev.cofferdam.internal.exec.PlacedProcess;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shells that commands are given to: one waits, and what it saves is seen on the server. */
@Timeout(60)
class SshShellsTests {
    @TempDir
    Path directory;

    private OpenSsh server;

    @BeforeEach
    void start() throws IOException {
        server = OpenSsh.start(directory, "LogLevel VERBOSE");
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static ProcessRequest request(String script, String cwd) {
        return ProcessRequest.of(List.of("sh", "-c", script), cwd);
    }

    @Test
    void a_command_is_given_to_the_shell_that_waits_and_another_one_then_waits() throws Exception {
        Sandbox sandbox = SshServer.provider().create(server.request(Map.of()));
        Said said = new Said();
        assertThat(sandbox.run(request("exit 4", "/"), said)).isEqualTo(4);
        await(() -> server.shells().size() == 1);
        long waiting = server.shells().get(0).pid();
        assertThat(sandbox.run(request("echo $PPID", "/"), said)).isZero();
        assertThat(said.text()).isEqualTo(waiting + "\n");
        await(() -> server.shells().size() == 1 && server.shells().get(0).pid() != waiting);
        sandbox.release(OnClose.DESTROY);
        await(() -> server.shells().isEmpty());
    }

    @Test
    void a_shell_that_died_while_it_waited_is_not_missed() throws Exception {
        Sandbox sandbox = SshServer.provider().create(server.request(Map.of()));
        assertThat(sandbox.run(request("exit 4", "/"), new Said())).isEqualTo(4);
        await(() -> server.shells().size() == 1);
        ProcessHandle waiting = server.shells().get(0);
        waiting.destroyForcibly();
        await(() -> !waiting.isAlive());
        // The server tells of it on the connection on which this goes, and after.
        assertThat(sandbox.exists()).isTrue();
        assertThat(sandbox.run(request("exit 5", "/"), new Said())).isEqualTo(5);
        sandbox.release(OnClose.DESTROY);
    }

    @Test
    void a_placed_command_is_not_run_where_a_link_leads() throws Exception {
        Sandbox sandbox = SshServer.provider().create(server.request(Map.of()));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of(sandbox.root()));
        PlacedProcess.Starter starter = (PlacedProcess.Starter) sandbox;
        try (PlacedProcess process = starter.startPlaced(request("echo x >x", link.toString()), new Said())) {
            assertThat(process.await(Duration.ofSeconds(20))).isPresent();
            assertThat(process.wasMisplaced()).isTrue();
        }
        assertThat(Path.of(sandbox.root(), "x")).doesNotExist();
        try (PlacedProcess process = starter.startPlaced(request("echo x >x; exit 125", sandbox.root()), new Said())) {
            assertThat(process.await(Duration.ofSeconds(20))).hasValue(125);
            assertThat(process.wasMisplaced()).isFalse();
        }
        assertThat(Path.of(sandbox.root(), "x")).hasContent("x");
        sandbox.release(OnClose.DESTROY);
    }

    @Test
    void a_command_of_a_workspace_costs_one_program_on_the_server() throws Exception {
        try (Workspace workspace =
                Workspaces.provider("ssh").options(server.options()).open()) {
            workspace.mkdir("d/e");
            workspace.exec("true");
            await(() -> server.shells().size() == 2); // the helper's, and the one that waits
            long before = sessions();
            for (int i = 0; i < 10; i++) {
                assertThat(workspace.exec(Command.of("pwd").cwd("d/e")).stdout().text())
                        .endsWith("/d/e\n");
            }
            await(() -> server.shells().size() == 2);
            assertThat(sessions() - before).isEqualTo(10);
        }
    }

    @Test
    void the_directory_of_a_command_is_still_looked_at_by_the_rules() throws Exception {
        try (Workspace workspace =
                Workspaces.provider("ssh").options(server.options()).open()) {
            workspace.mkdir("d");
            workspace.exec("ln -s d inner; ln -s / outer");
            workspace.writeText("file", "");
            assertThat(workspace.exec(Command.of("pwd").cwd("inner")).stdout().text())
                    .endsWith("/d\n");
            refused(ErrorCode.NOT_FOUND, workspace, "none");
            refused(ErrorCode.NOT_A_DIRECTORY, workspace, "file");
            refused(ErrorCode.OUTSIDE_ROOT, workspace, "outer");
            workspace.exec("rm -r \"$PWD\"");
            refused(ErrorCode.GONE, workspace, ".");
        }
    }

    private static void refused(ErrorCode code, Workspace workspace, String cwd) {
        assertThatThrownBy(() -> workspace.exec(Command.of("true").cwd(cwd)))
                .isInstanceOfSatisfying(
                        WorkspaceException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
    }

    private long sessions() throws IOException {
        return Files.readString(directory.resolve("log"))
                .lines()
                .filter(line -> line.contains("Starting session"))
                .count();
    }

    /** What a command printed. */
    private static final class Said implements dev.cofferdam.spi.ProcessSink {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void stdout(byte[] buffer, int length) {
            text.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
        }

        @Override
        public void stderr(byte[] buffer, int length) {
            // Not looked at.
        }

        String text() {
            return text.toString();
        }
    }
}
