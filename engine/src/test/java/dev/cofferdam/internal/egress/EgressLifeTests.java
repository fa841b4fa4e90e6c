package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.UnknownHostDecider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ends, when, and what is left. */
@Timeout(30)
class EgressLifeTests {
    private static final EgressLimits SHORT =
            new EgressLimits(4, 1000, Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofMillis(600));

    @TempDir
    Path directory;

    @Test
    void closing_ends_connections_and_threads_at_once() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        UnknownHostDecider never = (host, port) -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        };
        try (Origin origin = Origin.echoing()) {
            HostRules rules = HostRules.of(List.of(), List.of("127.0.0.1"), false, Optional.of(never));
            EgressProxy proxy = proxy(rules, EgressLimits.defaults());
            try (Client tunnel = new Client(proxy);
                    Client waiting = new Client(proxy);
                    Client silent = new Client(proxy)) {
                tunnel.say(Client.connect("127.0.0.1:" + origin.port())).head();
                waiting.say(Client.get("unknown.test"));
                assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
                long start = System.nanoTime();
                proxy.close();
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
                assertThat(tunnel.rest()).isEmpty();
                assertThat(waiting.rest()).isEmpty();
                assertThat(silent.rest()).isEmpty();
            }
            until(() -> threads().isEmpty());
            until(() -> origin.connections() == 1 && origin.sockets().get(0).isClosed());
        }
    }

    @Test
    void an_interrupted_thread_closes_all_the_same() throws Exception {
        EgressProxy proxy = proxy(rules("127.0.0.1"), EgressLimits.defaults());
        Thread.currentThread().interrupt();
        proxy.close();
        assertThat(Thread.interrupted()).isTrue();
        until(() -> threads().isEmpty());
    }

    @Test
    void a_client_that_does_not_say_what_it_wants_is_sent_away() throws Exception {
        try (EgressProxy proxy = proxy(rules("127.0.0.1"), SHORT);
                Client silent = new Client(proxy);
                Client slow = new Client(proxy);
                Client socks = new Client(proxy)) {
            slow.say("GET http://");
            socks.say(new byte[] {5, 3, 0});
            assertThat(silent.rest()).isEmpty();
            assertThat(slow.rest()).startsWith("HTTP/1.1 408 ");
            assertThat(socks.rest()).isEmpty();
        }
    }

    @Test
    void a_server_that_does_not_answer_is_given_up_by_the_name_of_its_limit() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                EgressProxy proxy = proxy(rules("127.0.0.1"), SHORT)) {
            List<SocketChannel> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                SocketChannel caller = SocketChannel.open();
                callers.add(caller);
                caller.configureBlocking(false);
                caller.connect(full.getLocalSocketAddress());
            }
            assertThat(Client.ask(proxy, Client.get("127.0.0.1:" + full.getLocalPort())))
                    .startsWith("HTTP/1.1 502 ")
                    .contains("connectTimeout");
            for (SocketChannel caller : callers) {
                caller.close();
            }
        }
    }

    @Test
    void a_head_that_is_too_long_is_refused_by_the_name_of_its_limit() throws Exception {
        try (EgressProxy proxy = proxy(rules("127.0.0.1"), SHORT)) {
            assertThat(Client.ask(proxy, "GET http://a.test/ HTTP/1.1\r\nX: " + "x".repeat(1000) + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 431 ")
                    .contains("maxHeadBytes");
        }
    }

    @Test
    void a_tunnel_without_a_byte_ends() throws Exception {
        try (Origin origin = Origin.echoing();
                EgressProxy proxy = proxy(rules("127.0.0.1"), SHORT);
                Client client = new Client(proxy)) {
            client.say(Client.connect("127.0.0.1:" + origin.port())).head();
            assertThat(client.say("x").read(1)).isEqualTo(new byte[] {'x'});
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void connections_over_the_limit_wait_for_their_turn() throws Exception {
        try (Origin origin = Origin.greeting();
                EgressProxy proxy = proxy(rules("127.0.0.1"), SHORT)) {
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(new Client(proxy));
            }
            // The four who say nothing are sent away, and then it is the turn of the fifth.
            assertThat(Client.ask(proxy, Client.get("127.0.0.1:" + origin.port())))
                    .endsWith("hello");
            for (Client client : clients) {
                client.close();
            }
        }
    }

    @Test
    void a_client_that_leaves_frees_its_server() throws Exception {
        try (Origin origin = Origin.serving(socket -> socket.getInputStream().read());
                EgressProxy proxy = proxy(rules("127.0.0.1"), EgressLimits.defaults())) {
            Client client = new Client(proxy);
            client.say(Client.connect("127.0.0.1:" + origin.port())).head();
            client.close();
            until(() -> origin.connections() == 1 && origin.sockets().get(0).isClosed());
        }
    }

    @Test
    void a_port_of_the_machine_wants_its_password() throws Exception {
        try (Origin origin = Origin.greeting();
                EgressProxy proxy = EgressProxy.onLoopback(
                        Secret.of("pass word"), EgressRules.of(rules("127.0.0.1"), ParentProxies.none()))) {
            String request = "GET http://127.0.0.1:" + origin.port() + "/ HTTP/1.1\r\n";
            assertThat(Client.ask(proxy, request + "\r\n"))
                    .startsWith("HTTP/1.1 407 ")
                    .contains("Proxy-Authenticate: Basic");
            assertThat(Client.ask(proxy, request + password("cofferdam:wrong") + "\r\n"))
                    .startsWith("HTTP/1.1 407 ");
            assertThat(Client.ask(proxy, request + password("cofferdam:pass word") + "\r\n"))
                    .endsWith("hello");
            assertThat(origin.heads()).singleElement().asString().doesNotContain("Proxy-Auth");
        }
    }

    @Test
    void socks_on_a_port_of_the_machine_wants_its_password() throws Exception {
        try (Origin origin = Origin.greeting();
                EgressProxy proxy = EgressProxy.onLoopback(
                        Secret.of("word"), EgressRules.of(rules("127.0.0.1"), ParentProxies.none()))) {
            try (Client client = new Client(proxy)) {
                assertThat(client.say(new byte[] {5, 1, 0}).read(2)).containsExactly(5, 0xff);
            }
            try (Client client = new Client(proxy)) {
                client.say(new byte[] {5, 2, 0, 2}).say("\u0001\u0009cofferdam\u0004wrod");
                assertThat(client.read(4)).containsExactly(5, 2, 1, 1);
                assertThat(client.rest()).isEmpty();
            }
            try (Client client = new Client(proxy)) {
                client.say(new byte[] {5, 2, 0, 2}).say("\u0001\u0009cofferdam\u0004word");
                client.say(Client.socks(1, "127.0.0.1", origin.port()));
                assertThat(client.read(14)).startsWith(5, 2, 1, 0, 5, 0);
                assertThat(client.say("GET / HTTP/1.1\r\n\r\n").rest()).endsWith("hello");
            }
        }
    }

    private static String password(String words) {
        return "Proxy-Authorization: Basic "
                + Base64.getEncoder().encodeToString(words.getBytes(StandardCharsets.UTF_8)) + "\r\n";
    }

    private EgressProxy proxy(HostRules rules, EgressLimits limits) throws IOException {
        return EgressProxy.onSocket(
                directory.resolve("p"), new EgressRules(rules, ParentProxies.none(), limits, new TestMachine()));
    }

    private static HostRules rules(String allowed) {
        return HostRules.of(List.of(), List.of(allowed), false, Optional.empty());
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("cofferdam-egress"))
                .toList();
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the deadline").isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
