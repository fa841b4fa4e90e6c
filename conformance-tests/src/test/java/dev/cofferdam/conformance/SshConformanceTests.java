package dev.cofferdam.conformance;

import dev.cofferdam.provider.ssh.SshProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Certifies the provider {@code ssh} on a real OpenSSH server, which is started for it. */
@Tag("remote")
class SshConformanceTests implements WorkspaceConformance {
    @TempDir
    static Path directory;

    private static Process server;
    private static int port;

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
            port = socket.getLocalPort();
        }
        server = new ProcessBuilder("sh", "../engine/src/test/sh/sshd.sh", directory.toString(), Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        String line = server.inputReader(StandardCharsets.UTF_8).readLine();
        Assertions.assertEquals("started", line, "the server did not start");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (server != null) {
            server.getOutputStream().close();
            server.waitFor(10, TimeUnit.SECONDS);
            server.destroyForcibly();
        }
    }

    @Override
    public Subject subject() {
        return Subject.of(new SshProvider())
                .patience(new Patience(Duration.ofSeconds(30), Duration.ofMillis(500), Duration.ofMillis(10), 4))
                .option("host", "127.0.0.1")
                .option("port", Integer.toString(port))
                .option("identity", directory.resolve("user").toString())
                .option("knownHosts", directory.resolve("known_hosts").toString())
                .option("agent", "none");
    }
}
