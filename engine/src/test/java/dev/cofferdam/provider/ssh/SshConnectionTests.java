package dev.cofferdam.provider.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections to a real server: how many there are, and what happens when they break. */
@Timeout(60)
class SshConnectionTests {
    private static final ProcessSink NOWHERE = new ProcessSink() {
        @Override
        public void stdout(byte[] buffer, int length) {
            // Not looked at.
        }

        @Override
        public void stderr(byte[] buffer, int length) {
            // Not looked at.
        }
    };

    @TempDir
    Path directory;

    private OpenSsh server;
    private Cable cable;

    @BeforeEach
    void start() throws Exception {
        server = OpenSsh.start(directory);
        cable = new Cable(server.port());
        Files.writeString(
                directory.resolve("known"),
                Files.readString(server.knownHosts()).replace(":" + server.port(), ":" + cable.port()));
    }

    @AfterEach
    void stop() throws IOException {
        if (cable != null) {
            cable.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private Sandbox open() throws Exception {
        return SshServer.provider()
                .create(server.request(Map.of(
                        "port", Integer.toString(cable.port()),
                        "knownHosts", directory.resolve("known").toString())));
    }

    private static ProcessRequest request(String script) {
        return ProcessRequest.of(List.of("sh", "-c", script), "/");
    }

    @Test
    void one_connection_serves_until_the_server_allows_no_more_programs_on_it() throws Exception {
        Sandbox sandbox = open();
        for (int i = 0; i < 30; i++) {
            assertThat(sandbox.run(request("exit 4"), NOWHERE)).isEqualTo(4);
        }
        assertThat(cable.connections()).isEqualTo(1);
        SandboxProcess[] many = new SandboxProcess[12];
        for (int i = 0; i < many.length; i++) {
            many[i] = sandbox.start(request("sleep 1"), NOWHERE);
        }
        for (SandboxProcess process : many) {
            assertThat(process.await(Duration.ofSeconds(30))).hasValue(0);
            process.close();
        }
        assertThat(cable.connections()).isBetween(2, 3);
        sandbox.release(OnClose.DESTROY);
    }

    @Test
    void a_cut_line_fails_the_command_and_the_next_one_works() throws Exception {
        Sandbox sandbox = open();
        Path runs = directory.resolve("runs");
        SandboxProcess process = sandbox.start(request("echo x >>" + runs + "; sleep 55"), NOWHERE);
        assertThat(process.await(Duration.ofMillis(300))).isEmpty();
        cable.cut(false);
        assertThatThrownBy(() -> process.await(Duration.ofSeconds(20)))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO))
                .hasMessageContaining("connection")
                .hasMessageContaining("not run again");
        process.signal(Signal.KILL);
        assertThat(process.groupMembers()).isEmpty();
        process.close();
        assertThat(sandbox.run(request("exit 3"), NOWHERE)).isEqualTo(3);
        assertThat(Files.readString(runs)).isEqualTo("x\n");
        assertThat(cable.connections()).isEqualTo(2);
        sandbox.release(OnClose.DESTROY);
        assertThat(Path.of(sandbox.root())).doesNotExist();
    }

    @Test
    void a_line_that_stays_cut_is_reported_and_closing_says_what_was_left() throws Exception {
        Sandbox sandbox = open();
        cable.cut(true);
        assertThatThrownBy(() -> sandbox.run(request("true"), NOWHERE))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        assertThatThrownBy(() -> sandbox.release(OnClose.DESTROY)).isInstanceOf(WorkspaceException.class);
        sandbox.release(OnClose.DESTROY);
        Path left = Path.of(sandbox.root());
        assertThat(left).exists();
        Files.delete(left);
    }

    @Test
    void a_sandbox_of_before_is_reached_again() throws Exception {
        Map<String, String> plain = Map.of();
        WorkspaceOptions keep = WorkspaceOptions.builder().onClose(OnClose.KEEP).build();
        Sandbox first = SshServer.provider().create(server.request(keep, plain));
        Files.writeString(Path.of(first.root(), "a b"), "kept");
        first.release(OnClose.KEEP);
        Optional<Sandbox> again = SshServer.provider().connect(first.id(), server.request(plain));
        assertThat(again).isPresent();
        assertThat(again.get().read(first.root() + "/a b", 100)).asString().isEqualTo("kept");
        again.get().release(OnClose.DESTROY);
        assertThat(Path.of(first.root()).getParent()).doesNotExist();
        assertThat(SshServer.provider().connect(first.id(), server.request(plain)))
                .isEmpty();
    }

    @Test
    void a_given_root_is_made_and_kept() throws Exception {
        Path root = directory.resolve("deep/root with blank");
        WorkspaceOptions given =
                WorkspaceOptions.builder().root(root.toString()).build();
        Path base = Files.createDirectory(directory.resolve("base"));
        Sandbox sandbox = SshServer.provider().create(server.request(given, Map.of("base", base.toString())));
        assertThat(sandbox.root()).isEqualTo(root.toRealPath().toString());
        assertThat(base).isNotEmptyDirectory();
        sandbox.release(OnClose.DESTROY);
        assertThat(root).exists();
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void an_agent_signs_for_the_user() throws Exception {
        Path socket = directory.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (!Files.exists(socket) && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            ProcessBuilder add =
                    new ProcessBuilder("ssh-add", "-q", server.identity().toString());
            add.environment().put("SSH_AUTH_SOCK", socket.toString());
            assertThat(add.start().waitFor()).isZero();
            Sandbox sandbox =
                    SshServer.provider().create(server.request(Map.of("identity", "", "agent", socket.toString())));
            assertThat(sandbox.run(request("exit 6"), NOWHERE)).isEqualTo(6);
            sandbox.release(OnClose.DESTROY);
        } finally {
            agent.destroy();
        }
    }

    @Test
    void an_ed25519_key_with_a_password_works() throws Exception {
        Path key = directory.resolve("ed");
        Process made = new ProcessBuilder(
                        "ssh-keygen", "-q", "-t", "ed25519", "-N", "open sesame", "-f", key.toString())
                .start();
        assertThat(made.waitFor()).isZero();
        Files.writeString(directory.resolve("authorized_keys"), Files.readString(Path.of(key + ".pub")));
        Path password = Files.writeString(directory.resolve("password"), "open sesame\n");
        Map<String, String> options = Map.of("identity", key.toString(), "passwordFile", password.toString());
        Sandbox sandbox = SshServer.provider().create(server.request(options));
        sandbox.release(OnClose.DESTROY);
        assertThatThrownBy(() -> SshServer.provider().create(server.request(Map.of("identity", key.toString()))))
                .isInstanceOf(WorkspaceException.class)
                .hasMessageContaining("password");
    }
}
