package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against the JDK's own server of TLS, with certificates that are good for localhost alone. */
@Timeout(60)
class TlsWireTests {
    @TempDir
    private Path certificates;

    private final AtomicInteger refused = new AtomicInteger();

    @BeforeEach
    void put_the_certificates_there() throws IOException {
        for (String name : new String[] {"ca.pem", "cert.pem", "key.pem"}) {
            copy(name, certificates.resolve(name));
        }
    }

    private static void copy(String name, Path to) throws IOException {
        try (InputStream in = TlsWireTests.class.getResourceAsStream("tls/" + name)) {
            Files.copy(in, to);
        }
    }

    /** Answers one request in TLS. */
    private interface Script {
        void answer(String head, InputStream in, OutputStream out, SSLSocket socket) throws IOException;
    }

    private SSLServerSocket serve(Path directory, Script script) throws Exception {
        Path server = Files.createDirectory(directory.resolve("server"));
        copy("ca.pem", server.resolve("ca.pem"));
        copy("server-cert.pem", server.resolve("cert.pem"));
        copy("server-key.pem", server.resolve("key.pem"));
        SSLServerSocket socket = (SSLServerSocket) Certificates.context(server)
                .getServerSocketFactory()
                .createServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(true);
        Thread thread = new Thread(() -> accept(socket, script), "tls-server");
        thread.setDaemon(true);
        thread.start();
        return socket;
    }

    private void accept(SSLServerSocket server, Script script) {
        while (!server.isClosed()) {
            try (SSLSocket socket = (SSLSocket) server.accept()) {
                InputStream in = socket.getInputStream();
                ByteArrayOutputStream head = new ByteArrayOutputStream();
                while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                    int b = in.read();
                    if (b < 0) {
                        throw new IOException("no request");
                    }
                    head.write(b);
                }
                script.answer(head.toString(StandardCharsets.ISO_8859_1), in, socket.getOutputStream(), socket);
            } catch (IOException e) {
                // The client did not like us, as some of these tests have it.
                refused.incrementAndGet();
            }
        }
    }

    private DockerTransport transport(SSLServerSocket server, String host) throws IOException {
        Endpoint endpoint = Endpoint.port(host, server.getLocalPort(), Optional.of(certificates));
        return new DockerTransport(new Dialer(endpoint), 4, Duration.ofSeconds(20), System::nanoTime);
    }

    private static Request get() {
        return Request.builder().method(Request.Method.GET).path("/x").build();
    }

    @Test
    void a_large_body_arrives_whole_through_tls() throws Exception {
        byte[] body = "0123456789abcdef".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        try (SSLServerSocket server = serve(certificates, (head, in, out, socket) -> {
                    out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                    out.write(body);
                    out.flush();
                });
                DockerTransport transport = transport(server, "localhost");
                Response response = transport.execute(get())) {
            assertThat(response.getBody().readAllBytes()).isEqualTo(body);
        }
    }

    @Test
    void the_end_of_our_side_leaves_the_other_one_open() throws Exception {
        byte[] input = "in and out again ".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
        try (SSLServerSocket server = serve(certificates, (head, in, out, socket) -> {
                    out.write("HTTP/1.1 101 UPGRADED\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    byte[] all = in.readAllBytes();
                    out.write(all);
                    out.flush();
                    socket.shutdownOutput();
                });
                DockerTransport transport = transport(server, "127.0.0.1");
                HttpConnection connection = transport.hijack("/exec/1/start", new byte[0])) {
            ByteBuffer rest = ByteBuffer.wrap(input);
            while (rest.hasRemaining()) {
                connection.wire().write(rest);
                connection.wire().await(true, 1_000_000_000L);
            }
            connection.wire().shutdownOutput();
            Deadline deadline = Deadline.after(Duration.ofSeconds(20), System::nanoTime);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            int read = connection.read(buffer, 0, buffer.length, deadline);
            while (read >= 0) {
                all.write(buffer, 0, read);
                read = connection.read(buffer, 0, buffer.length, deadline);
            }
            assertThat(all.toByteArray()).isEqualTo(input);
        }
    }

    @Test
    void a_server_that_the_authority_does_not_vouch_for_is_refused() throws Exception {
        try (SSLServerSocket server = serve(certificates, (head, in, out, socket) -> out.write(0))) {
            // A client's certificate is an authority for nobody.
            Files.copy(
                    certificates.resolve("cert.pem"),
                    certificates.resolve("ca.pem"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            try (DockerTransport transport = transport(server, "localhost")) {
                assertThatThrownBy(() -> transport.execute(get())).hasCauseInstanceOf(javax.net.ssl.SSLException.class);
            }
        }
    }

    @Test
    void keys_of_both_forms_are_read() throws Exception {
        assertThat(Certificates.key(Files.readString(certificates.resolve("key.pem")))
                        .getAlgorithm())
                .isEqualTo("EC");
        Path rsa = certificates.resolve("rsa-key.pem");
        copy("rsa-key.pem", rsa);
        assertThat(Certificates.key(Files.readString(rsa)).getAlgorithm()).isEqualTo("RSA");
        assertThatThrownBy(() -> Certificates.key("no key")).hasMessageContaining("openssl pkcs8");
    }
}
