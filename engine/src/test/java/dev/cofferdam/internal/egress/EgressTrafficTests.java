package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bytes in number: none lost, none out of order, none held back. */
@Timeout(60)
class EgressTrafficTests {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void fifty_connections_at_once_each_get_their_own_bytes() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(50);
        try (Origin origin = Origin.echoing();
                EgressProxy proxy = proxy(origin)) {
            List<Future<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                byte[] bytes = random(i, MEGABYTE / 4);
                answers.add(clients.submit(() -> echo(proxy, origin.port(), bytes)));
            }
            for (int i = 0; i < 50; i++) {
                assertThat(answers.get(i).get(50, TimeUnit.SECONDS)).isEqualTo(random(i, MEGABYTE / 4));
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void a_tunnel_carries_much_in_both_directions_at_the_same_time() throws Exception {
        byte[] bytes = random(7, 8 * MEGABYTE);
        try (Origin origin = Origin.echoing();
                EgressProxy proxy = proxy(origin)) {
            assertThat(Arrays.equals(echo(proxy, origin.port(), bytes), bytes)).isTrue();
        }
    }

    /** Write all while reading all, and end the output before the input has ended. */
    private static byte[] echo(EgressProxy proxy, int port, byte[] bytes) throws Exception {
        try (Client client = new Client(proxy)) {
            assertThat(client.say(Client.connect("127.0.0.1:" + port)).head()).startsWith("HTTP/1.1 200 ");
            Thread writer = new Thread(() -> {
                try {
                    client.say(bytes).finish();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            byte[] answer = client.rest().getBytes(StandardCharsets.ISO_8859_1);
            writer.join();
            return answer;
        }
    }

    @Test
    void a_body_in_chunks_arrives_as_it_was_sent() throws IOException {
        byte[] bytes = random(9, 3 * MEGABYTE);
        ByteArrayOutputStream chunked = new ByteArrayOutputStream();
        for (int at = 0; at < bytes.length; at += 100_000) {
            int length = Math.min(100_000, bytes.length - at);
            chunked.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            chunked.write(bytes, at, length);
            chunked.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        chunked.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        byte[][] seen = new byte[1][];
        try (Origin origin = Origin.serving(socket -> {
                    String head = Origin.head(socket.getInputStream());
                    assertThat(head).contains("Transfer-Encoding: chunked");
                    seen[0] = socket.getInputStream().readNBytes(chunked.size());
                    socket.getOutputStream()
                            .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                });
                EgressProxy proxy = proxy(origin);
                Client client = new Client(proxy)) {
            client.say("PUT http://127.0.0.1:" + origin.port() + "/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .say(chunked.toByteArray());
            assertThat(client.rest()).startsWith("HTTP/1.1 204 ");
            assertThat(Arrays.equals(seen[0], chunked.toByteArray())).isTrue();
        }
    }

    @Test
    void an_answer_that_comes_before_the_end_of_the_request_is_not_lost() throws Exception {
        byte[] bytes = random(3, 4 * MEGABYTE);
        try (Origin origin = Origin.serving(socket -> {
                    Origin.head(socket.getInputStream());
                    socket.getOutputStream()
                            .write("HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\ntoo much"
                                    .getBytes(StandardCharsets.ISO_8859_1));
                });
                EgressProxy proxy = proxy(origin)) {
            for (int i = 0; i < 20; i++) {
                try (Client client = new Client(proxy)) {
                    client.say("PUT http://127.0.0.1:" + origin.port() + "/ HTTP/1.1\r\nContent-Length: " + bytes.length
                                    + "\r\n\r\n")
                            .say(bytes);
                    assertThat(client.rest()).startsWith("HTTP/1.1 413 ").endsWith("too much");
                }
            }
        }
    }

    @Test
    void a_large_answer_arrives_whole_at_a_slow_reader() throws IOException {
        byte[] bytes = random(11, 4 * MEGABYTE);
        try (Origin origin = Origin.serving(socket -> {
                    Origin.head(socket.getInputStream());
                    socket.getOutputStream().write("HTTP/1.0 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                    socket.getOutputStream().write(bytes);
                });
                EgressProxy proxy = proxy(origin);
                Client client = new Client(proxy)) {
            client.say(Client.get("127.0.0.1:" + origin.port())).head();
            byte[] first = client.read(10);
            // The rest waits in the proxy and in the sockets until it is read.
            byte[] rest = client.rest().getBytes(StandardCharsets.ISO_8859_1);
            assertThat(first).isEqualTo(Arrays.copyOf(bytes, 10));
            assertThat(Arrays.equals(rest, Arrays.copyOfRange(bytes, 10, bytes.length)))
                    .isTrue();
        }
    }

    @Test
    void a_client_that_sends_byte_by_byte_is_understood() throws IOException {
        try (Origin origin = Origin.greeting();
                EgressProxy proxy = proxy(origin);
                Client client = new Client(proxy)) {
            for (byte b : Client.get("127.0.0.1:" + origin.port()).getBytes(StandardCharsets.ISO_8859_1)) {
                client.say(new byte[] {b});
            }
            assertThat(client.rest()).endsWith("hello");
        }
    }

    @Test
    void a_server_that_goes_away_ends_the_tunnel() throws IOException {
        try (Origin origin = Origin.serving(socket -> socket.getInputStream().read());
                EgressProxy proxy = proxy(origin);
                Client client = new Client(proxy)) {
            client.say(Client.connect("127.0.0.1:" + origin.port())).head();
            assertThat(client.say("x").rest()).isEmpty();
        }
    }

    private EgressProxy proxy(Origin origin) throws IOException {
        HostRules rules = HostRules.of(List.of(), List.of("127.0.0.1:" + origin.port()), false, Optional.empty());
        return EgressProxy.onSocket(directory.resolve("p"), EgressRules.of(rules, ParentProxies.none()));
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
