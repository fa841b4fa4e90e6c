package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DockerTransportTests {
    @TempDir
    private Path directory;

    private static Request get(String path) {
        return Request.builder().method(Request.Method.GET).path(path).build();
    }

    private DockerTransport transport(FakeDaemon daemon, Duration timeout) throws IOException {
        return new DockerTransport(new Dialer(daemon.endpoint()), 4, timeout, System::nanoTime);
    }

    private DockerTransport transport(FakeDaemon daemon) throws IOException {
        return transport(daemon, Duration.ofSeconds(30));
    }

    private static String text(DockerTransport transport, String path) throws IOException {
        try (Response response = transport.execute(get(path))) {
            return new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_body_in_chunks_arrives_whole_however_it_is_split() throws Exception {
        String answer =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n7;x=y\r\n, world\r\n0\r\n\r\n";
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    int step = Integer.parseInt(request.path().substring(1));
                    for (int i = 0; i < answer.length(); i += step) {
                        line.send(answer.substring(i, Math.min(answer.length(), i + step)));
                    }
                    return true;
                });
                DockerTransport transport = transport(daemon)) {
            for (int step : new int[] {1, 2, 3, 7, 50, answer.length()}) {
                assertThat(text(transport, "/" + step)).isEqualTo("hello, world");
            }
            assertThat(daemon.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_body_without_a_length_ends_with_the_connection() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.send("HTTP/1.1 200 OK\r\n\r\nuntil the end");
                    return false;
                });
                DockerTransport transport = transport(daemon)) {
            assertThat(text(transport, "/a")).isEqualTo("until the end");
            assertThat(text(transport, "/b")).isEqualTo("until the end");
        }
    }

    @Test
    void a_reader_that_stops_at_the_end_of_the_text_keeps_the_connection() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
                    return true;
                });
                DockerTransport transport = transport(daemon)) {
            for (int i = 0; i < 5; i++) {
                try (Response response = transport.execute(get("/json"))) {
                    assertThat(response.getBody().readNBytes(2)).asString().isEqualTo("{}");
                }
            }
            assertThat(daemon.connections()).isEqualTo(1);
        }
    }

    @Test
    void five_hundred_calls_of_many_threads_use_four_connections_and_leave_none() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
            line.json(200, "{\"path\":\"" + request.path() + "\"}");
            return true;
        })) {
            ExecutorService threads = Executors.newFixedThreadPool(16);
            try (DockerTransport transport = transport(daemon)) {
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    String path = "/" + i;
                    answers.add(threads.submit(() -> text(transport, path)));
                }
                for (int i = 0; i < answers.size(); i++) {
                    assertThat(answers.get(i).get()).isEqualTo("{\"path\":\"/" + i + "\"}");
                }
            } finally {
                threads.shutdown();
            }
            assertThat(daemon.connections()).isLessThanOrEqualTo(4);
            Eventually.that(() -> daemon.openConnections() == 0);
        }
    }

    @Test
    void an_answer_that_is_closed_half_way_costs_only_its_connection() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.json(200, "x".repeat(1000));
                    return true;
                });
                DockerTransport transport = transport(daemon)) {
            for (int i = 0; i < 20; i++) {
                try (Response response = transport.execute(get("/long"))) {
                    assertThat(response.getBody().read()).isEqualTo('x');
                }
            }
            assertThat(text(transport, "/long")).hasSize(1000);
        }
    }

    @Test
    void a_connection_that_the_daemon_closed_meanwhile_is_replaced() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.json(200, "ok");
                    return false;
                });
                DockerTransport transport = transport(daemon)) {
            for (int i = 0; i < 50; i++) {
                assertThat(text(transport, "/" + i)).isEqualTo("ok");
            }
        }
    }

    @Test
    void a_post_is_never_sent_twice() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    if (request.method().equals("GET")) {
                        line.json(200, "ok");
                        return true;
                    }
                    return false;
                });
                DockerTransport transport = transport(daemon)) {
            text(transport, "/first");
            Request post = Request.builder()
                    .method(Request.Method.POST)
                    .path("/create")
                    .bodyBytes("{}".getBytes(StandardCharsets.UTF_8))
                    .build();
            assertThatThrownBy(() -> transport.execute(post)).hasCauseInstanceOf(EOFException.class);
            assertThat(daemon.requests().stream().filter(r -> r.path().equals("/create")))
                    .hasSize(1);
        }
    }

    @Test
    void a_daemon_that_hangs_is_given_up_at_the_deadline() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    if (request.path().equals("/half")) {
                        line.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
                    }
                    line.in().read();
                    return false;
                });
                DockerTransport transport = transport(daemon, Duration.ofMillis(200))) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> transport.execute(get("/never")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("200 ms");
            assertThatThrownBy(() -> text(transport, "/half")).isInstanceOf(SocketTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(390), Duration.ofSeconds(5));
        }
    }

    @Test
    void an_interrupt_ends_one_call_and_no_other() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    if (request.path().equals("/never")) {
                        line.in().read();
                        return false;
                    }
                    line.json(200, "ok");
                    return true;
                });
                DockerTransport transport = transport(daemon)) {
            text(transport, "/first");
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread thread = new Thread(() -> {
                try {
                    transport.execute(get("/never"));
                } catch (UncheckedIOException e) {
                    failure.set(e.getCause());
                }
            });
            thread.start();
            Eventually.that(() -> daemon.requests().size() == 2);
            thread.interrupt();
            thread.join();
            assertThat(failure.get()).isInstanceOf(ClosedByInterruptException.class);
            assertThat(text(transport, "/second")).isEqualTo("ok");
        }
    }

    @Test
    void a_cut_answer_is_a_failure_and_not_an_end() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.send(
                            request.path().equals("/chunk")
                                    ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"
                                    : "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel");
                    return false;
                });
                DockerTransport transport = transport(daemon)) {
            assertThatThrownBy(() -> text(transport, "/chunk")).isInstanceOf(EOFException.class);
            assertThatThrownBy(() -> text(transport, "/length")).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void who_does_not_speak_http_is_told_apart() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.send("SSH-2.0-OpenSSH_9.2\r\n\r\n");
                    return false;
                });
                DockerTransport transport = transport(daemon)) {
            assertThatThrownBy(() -> transport.execute(get("/_ping"))).hasMessageContaining("not a Docker daemon");
        }
    }

    @Test
    void a_hijacked_connection_can_be_half_closed() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    assertThat(request.headers()).containsEntry("upgrade", "tcp");
                    line.send("HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n");
                    byte[] all = line.in().readAllBytes();
                    line.out().write(all);
                    line.send("after the end");
                    return false;
                });
                DockerTransport transport = transport(daemon);
                HttpConnection connection = transport.hijack("/exec/1/start", new byte[] {'{', '}'})) {
            connection.wire().write(ByteBuffer.wrap("input".getBytes(StandardCharsets.UTF_8)));
            connection.wire().shutdownOutput();
            Deadline deadline = Deadline.after(Duration.ofSeconds(20), System::nanoTime);
            byte[] all = new byte[100];
            int length = 0;
            int read = 0;
            while (read >= 0) {
                length += read;
                read = connection.read(all, length, all.length - length, deadline);
            }
            assertThat(new String(all, 0, length, StandardCharsets.UTF_8)).isEqualTo("inputafter the end");
        }
    }

    @Test
    void a_refused_hijack_says_what_the_daemon_said() throws Exception {
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
                    line.json(409, "{\"message\":\"container is paused\"}");
                    return true;
                });
                DockerTransport transport = transport(daemon)) {
            assertThatThrownBy(() -> transport.hijack("/exec/1/start", new byte[0]))
                    .isInstanceOfSatisfying(DockerTransport.Refusal.class, refusal -> {
                        assertThat(refusal.status()).isEqualTo(409);
                        assertThat(refusal).hasMessageContaining("container is paused");
                    });
            Eventually.that(() -> daemon.openConnections() == 0);
        }
    }
}
