package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the command says where there is no daemon that it can use; no daemon is needed for that. */
@Timeout(60)
class DockerDoctorTests {
    private static final int DOES_NOT_WORK = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private String doctor(int expected, Path socket) {
        StandardStreams streams = new StandardStreams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        int code = Cofferdam.run(streams, "doctor", "--provider", "docker", "--option", "dockerHost=" + socket);
        String said = out.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isEqualTo(expected);
        return said;
    }

    /** Answer whoever connects as a daemon of a version of the API does. */
    private ServerSocketChannel daemon(Path socket, String version) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread thread = new Thread(() -> answer(server, version), "daemon");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static void answer(ServerSocketChannel server, String version) {
        byte[] answer = ("HTTP/1.1 200 OK\r\nApi-Version: " + version + "\r\nContent-Length: 2\r\n\r\nOK")
                .getBytes(StandardCharsets.US_ASCII);
        try {
            while (true) {
                try (SocketChannel channel = server.accept()) {
                    channel.read(ByteBuffer.allocate(4096));
                    channel.write(ByteBuffer.wrap(answer));
                }
            }
        } catch (IOException e) {
            // The test is over.
            return;
        }
    }

    @Test
    void a_missing_daemon_is_explained() {
        assertThat(doctor(DOES_NOT_WORK, directory.resolve("none.sock")))
                .contains("does not work", "there is no socket none.sock", "what to do: start Docker", "DOCKER_HOST");
    }

    @Test
    void a_socket_that_nobody_listens_on_is_explained() throws Exception {
        Path socket = directory.resolve("stale.sock");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(socket))
                .close();
        assertThat(doctor(DOES_NOT_WORK, socket))
                .contains("does not work", "stale.sock has no daemon that answers", "what to do: start Docker");
    }

    @Test
    void a_socket_that_the_user_may_not_use_is_explained() throws Exception {
        Path socket = directory.resolve("closed.sock");
        try (ServerSocketChannel server = daemon(socket, "1.45")) {
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("---------"));
            Assumptions.assumeFalse(Files.isWritable(socket), "NOT_RUN: this user passes permission checks");
            assertThat(server.isOpen()).isTrue();
            assertThat(doctor(DOES_NOT_WORK, socket))
                    .contains("this user may not use the socket closed.sock", "what to do: add the user to", "docker");
        }
    }

    @Test
    void a_daemon_of_another_time_is_explained() throws Exception {
        Path socket = directory.resolve("old.sock");
        try (ServerSocketChannel server = daemon(socket, "1.30")) {
            assertThat(server.isOpen()).isTrue();
            assertThat(doctor(DOES_NOT_WORK, socket)).contains("does not work", "1.30", "1.41", "what to do: update");
        }
    }

    @Test
    void a_daemon_that_fits_is_named_with_its_version() throws Exception {
        Path socket = directory.resolve("good.sock");
        try (ServerSocketChannel server = daemon(socket, "1.45")) {
            assertThat(server.isOpen()).isTrue();
            assertThat(doctor(0, socket)).contains("docker", "works: Docker API 1.45");
        }
    }
}
