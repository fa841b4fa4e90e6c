package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.Workspaces;
import dev.cofferdam.provider.ssh.SshProvider;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshTests {
    @TempDir
    static Path directory;

    private static Process server;
    private static String port;

    @BeforeAll
    static void start() throws IOException {
        boolean there = Files.isExecutable(Path.of("/usr/sbin/sshd"));
        String reason = "there is no sshd on this machine: run engine/ci/setup as root";
        if (System.getenv("CI") == null) {
            Assumptions.assumeTrue(there, reason);
        } else {
            Assertions.assertTrue(there, reason);
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = Integer.toString(socket.getLocalPort());
        }
        server = new ProcessBuilder("sh", "../engine/src/test/sh/sshd.sh", directory.toString(), port)
                .redirectErrorStream(true)
                .start();
        assertThat(server.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("started");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (server != null) {
            server.getOutputStream().close();
            server.waitFor(10, TimeUnit.SECONDS);
            server.destroyForcibly();
        }
    }

    @Test
    void a_workspace_on_a_server() {
        String host = "127.0.0.1";
        String key = directory.resolve("user").toString();
        String known = directory.resolve("known_hosts").toString();
        try (Workspace workspace = Workspaces.provider("ssh")
                .option("host", host)
                .option("port", port)
                .option("identity", key)
                .option("knownHosts", known)
                .open()) {
            workspace.writeText("greet.sh", "echo \"hi $1\"");
            CommandResult result = workspace.exec("sh greet.sh you");
            assertThat(result.stdout().text()).isEqualTo("hi you\n");
        }
    }

    @Test
    void a_password_is_given_as_a_secret() {
        Secret password = Secret.of("correct horse");
        SshProvider provider = new SshProvider().withPassword(password);
        assertThat(provider.name()).isEqualTo("ssh");
        assertThat(password).hasToString("***");
    }
}
