package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.UnknownHostDecider;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class EgressProxyTests {
    @TempDir
    Path directory;

    private final TestMachine machine = new TestMachine();
    private Origin origin;
    private int port;

    @BeforeEach
    void start() throws IOException {
        origin = Origin.greeting();
        port = origin.port();
    }

    @AfterEach
    void stop() throws IOException {
        origin.close();
    }

    @Test
    void an_allowed_address_is_reached_by_a_plain_request() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1:" + port))) {
            assertThat(Client.ask(proxy, Client.get("127.0.0.1:" + port)))
                    .startsWith("HTTP/1.1 200 OK")
                    .endsWith("hello");
            assertThat(proxy.refusals()).isEmpty();
        }
        assertThat(origin.heads())
                .containsExactly("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n");
    }

    @Test
    void an_allowed_address_is_reached_through_a_tunnel() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1:" + port));
                Client client = new Client(proxy)) {
            assertThat(client.say(Client.connect("127.0.0.1:" + port)).head())
                    .isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n");
            assertThat(client.say("GET /in HTTP/1.1\r\n\r\n").rest()).endsWith("hello");
        }
        assertThat(origin.heads()).containsExactly("GET /in HTTP/1.1\r\n\r\n");
    }

    @Test
    void bytes_that_come_with_a_connect_are_not_lost() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1:" + port))) {
            assertThat(Client.ask(proxy, Client.connect("127.0.0.1:" + port) + "GET /early HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK")
                    .endsWith("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"web.test", "127.0.0.1"})
    void an_allowed_host_is_reached_by_socks(String name) throws IOException {
        machine.name("web.test", List.of("127.0.0.1"));
        try (EgressProxy proxy = proxy(List.of(), List.of("web.test", "127.0.0.1:" + port));
                Client client = new Client(proxy)) {
            assertThat(client.say(new byte[] {5, 1, 0}).read(2)).containsExactly(5, 0);
            assertThat(client.say(Client.socks(1, name, port)).read(10)).containsExactly(5, 0, 0, 1, 0, 0, 0, 0, 0, 0);
            assertThat(client.say("GET /socks HTTP/1.1\r\n\r\n").rest()).endsWith("hello");
        }
    }

    @Test
    void an_address_is_reached_by_socks_in_one_packet() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1"));
                Client client = new Client(proxy)) {
            byte[] all = ("\u0005\u0002\u0002\u0000\u0005\u0001\u0000\u0001\u007f\u0000\u0000\u0001"
                            + (char) (port >> 8) + (char) (port & 0xff) + "GET / HTTP/1.1\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1);
            client.say(all);
            assertThat(client.read(12)).startsWith(5, 0, 5, 0);
            assertThat(client.rest()).endsWith("hello");
        }
    }

    @Test
    void another_port_is_refused_and_reported() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1:1"))) {
            String answer = Client.ask(proxy, Client.get("127.0.0.1:" + port));
            assertThat(answer)
                    .startsWith("HTTP/1.1 403 Forbidden\r\n")
                    .contains("127.0.0.1:" + port)
                    .contains("network.allowedDomains")
                    .contains("NO_PROXY");
            assertThat(Client.ask(proxy, Client.connect("127.0.0.1:" + port))).startsWith("HTTP/1.1 403 ");
            assertThat(proxy.refusals()).singleElement().satisfies(refusal -> {
                assertThat(refusal.host()).isEqualTo("127.0.0.1");
                assertThat(refusal.port()).isEqualTo(port);
            });
        }
        assertThat(origin.connections()).isZero();
    }

    @Test
    void a_refused_socks_client_is_told_that_the_rules_forbid_it() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of());
                Client client = new Client(proxy)) {
            client.say(new byte[] {5, 1, 0}).say(Client.socks(1, "web.test", 443));
            assertThat(client.read(12)).startsWith(5, 0, 5, 2);
            assertThat(proxy.refusals()).extracting(Refusal::host).containsExactly("web.test");
        }
    }

    @Test
    void a_denied_host_is_refused_although_every_host_is_allowed() throws IOException {
        machine.name("web.test", List.of("127.0.0.1")).name("other.test", List.of("127.0.0.1"));
        try (EgressProxy proxy = proxy(List.of("web.test"), List.of("*", "127.0.0.1"))) {
            assertThat(Client.ask(proxy, Client.get("WEB.test.:" + port))).startsWith("HTTP/1.1 403 ");
            assertThat(Client.ask(proxy, Client.get("other.test:" + port))).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_denied_address_is_not_reached_by_a_name() throws IOException {
        machine.name("web.test", List.of("127.0.0.1"));
        try (EgressProxy proxy = proxy(List.of("127.0.0.1"), List.of("web.test", "127.0.0.1"))) {
            assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 403 ");
        }
        assertThat(origin.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "169.254.169.254", "10.0.0.1"})
    void an_allowed_name_that_leads_inwards_is_refused(String address) throws IOException {
        machine.name("web.test", List.of(address));
        try (EgressProxy proxy = proxy(List.of(), List.of("web.test"))) {
            assertThat(Client.ask(proxy, Client.get("web.test:" + port)))
                    .startsWith("HTTP/1.1 403 ")
                    .contains("its name leads to");
            assertThat(proxy.refusals()).hasSize(1);
        }
        assertThat(origin.connections()).isZero();
    }

    @Test
    void of_several_addresses_only_those_that_a_name_may_lead_to_are_used() throws IOException {
        machine.name("web.test", List.of("169.254.169.254", "127.0.0.1"));
        try (EgressProxy proxy = proxy(List.of(), List.of("web.test", "127.0.0.1:" + port))) {
            assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void the_next_address_is_tried_when_one_does_not_answer() throws IOException {
        machine.name("web.test", List.of("127.0.0.2", "127.0.0.1"));
        try (EgressProxy proxy = proxy(List.of(), List.of("web.test", "127.0.0.1", "127.0.0.2"))) {
            assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void localhost_is_reached_when_it_is_written_out() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("localhost:" + port))) {
            assertThat(Client.ask(proxy, Client.get("localhost:" + port))).startsWith("HTTP/1.1 200 ");
        }
        try (EgressProxy proxy = proxy(List.of(), List.of("*"))) {
            assertThat(Client.ask(proxy, Client.get("localhost:" + port))).startsWith("HTTP/1.1 403 ");
            assertThat(Client.ask(proxy, Client.get("x.localhost:" + port))).startsWith("HTTP/1.1 403 ");
            assertThat(Client.ask(proxy, Client.get("127.0.0.1:" + port))).startsWith("HTTP/1.1 403 ");
            assertThat(Client.ask(proxy, Client.get("metadata.google.internal")))
                    .startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void an_odd_form_of_an_address_is_refused_and_reported() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("*", "127.0.0.1"))) {
            assertThat(Client.ask(proxy, Client.get("0x7f.1:" + port))).startsWith("HTTP/1.1 400 ");
            assertThat(proxy.refusals()).extracting(Refusal::host).containsExactly("0x7f.1:" + port);
        }
    }

    @Test
    void a_name_is_looked_up_once_so_that_its_answer_cannot_change() throws IOException {
        try (Origin other = Origin.greeting()) {
            machine.name("web.test", List.of("127.0.0.1"), List.of("169.254.169.254"));
            try (EgressProxy proxy = proxy(List.of(), List.of("web.test", "127.0.0.1:" + port))) {
                assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 200 ");
                assertThat(machine.lookUps()).isEqualTo(1);
                assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 403 ");
            }
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void a_second_request_on_a_connection_is_not_forwarded() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1:" + port))) {
            String body = "abc";
            String answer = Client.ask(
                    proxy,
                    "POST http://127.0.0.1:" + port + "/1 HTTP/1.1\r\nContent-Length: 3\r\n\r\n" + body
                            + "GET http://evil.test/2 HTTP/1.1\r\nHost: evil.test\r\n\r\n");
            assertThat(answer).containsOnlyOnce("HTTP/1.1 200 OK");
        }
        assertThat(origin.connections()).isEqualTo(1);
        assertThat(origin.heads()).singleElement().asString().doesNotContain("evil");
    }

    @Test
    void no_byte_after_the_body_reaches_the_server() throws Exception {
        CompletableFuture<String> seen = new CompletableFuture<>();
        try (Origin quiet = Origin.serving(socket -> {
                    Origin.head(socket.getInputStream());
                    byte[] body = socket.getInputStream().readNBytes(8);
                    socket.setSoTimeout(300);
                    String more;
                    try {
                        more = "" + socket.getInputStream().read();
                    } catch (SocketTimeoutException e) {
                        more = "nothing";
                    }
                    seen.complete(new String(body, StandardCharsets.ISO_8859_1) + more);
                });
                EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1"))) {
            Client.ask(
                    proxy,
                    "POST http://127.0.0.1:" + quiet.port() + "/ HTTP/1.1\r\nContent-Length: 8\r\n\r\n12345678"
                            + "GET http://evil.test/2 HTTP/1.1\r\n\r\n");
            assertThat(seen.get()).isEqualTo("12345678nothing");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "Content-Length: 5\nTransfer-Encoding: chunked\r\n",
                "X: 1\r\n Transfer-Encoding: chunked\r\n",
                "Transfer-Encoding : chunked\r\n"
            })
    void a_request_that_could_be_two_is_refused_before_any_connection(String fields) throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1:" + port))) {
            assertThat(Client.ask(
                            proxy,
                            "POST http://127.0.0.1:" + port + "/ HTTP/1.1\r\n" + fields
                                    + "\r\n0\r\n\r\nGET / HTTP/1.1\r\n"))
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(origin.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 9})
    void other_socks_commands_are_refused(int command) throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("*"));
                Client client = new Client(proxy)) {
            client.say(new byte[] {5, 1, 0}).say(Client.socks(command, "web.test", 53));
            assertThat(client.read(12)).startsWith(5, 0, 5, 7);
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void two_proxies_know_nothing_of_each_other() throws IOException {
        try (EgressProxy a = proxy("a", rules(List.of(), List.of("127.0.0.1")));
                EgressProxy b = proxy("b", rules(List.of(), List.of()))) {
            assertThat(Client.ask(b, Client.get("127.0.0.1:" + port))).startsWith("HTTP/1.1 403 ");
            assertThat(Client.ask(a, Client.get("127.0.0.1:" + port))).startsWith("HTTP/1.1 200 ");
            assertThat(a.refusals()).isEmpty();
            assertThat(b.refusals()).hasSize(1);
        }
    }

    @Test
    void an_unknown_host_is_asked_about_once() throws IOException {
        machine.name("web.test", List.of("127.0.0.1"));
        AtomicInteger questions = new AtomicInteger();
        UnknownHostDecider decider = (host, asked) -> {
            questions.incrementAndGet();
            return host.equals("web.test") && asked == port;
        };
        HostRules rules = HostRules.of(List.of(), List.of("127.0.0.1:" + port), false, Optional.of(decider));
        try (EgressProxy proxy = proxy("p", rules)) {
            assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 200 ");
            assertThat(Client.ask(proxy, Client.get("web.test:" + port))).startsWith("HTTP/1.1 200 ");
            assertThat(questions).hasValue(1);
            assertThat(Client.ask(proxy, Client.get("evil.test"))).startsWith("HTTP/1.1 403 ");
            assertThat(Client.ask(proxy, Client.get("evil.test"))).startsWith("HTTP/1.1 403 ");
            assertThat(questions).hasValue(2);
            assertThat(Client.ask(proxy, Client.get("169.254.169.254"))).startsWith("HTTP/1.1 403 ");
            assertThat(questions).hasValue(2);
        }
    }

    @Test
    void a_decider_that_fails_refuses() throws IOException {
        UnknownHostDecider decider = (host, asked) -> {
            throw new IllegalStateException("hunter2");
        };
        try (EgressProxy proxy = proxy("p", HostRules.of(List.of(), List.of(), false, Optional.of(decider)))) {
            assertThat(Client.ask(proxy, Client.get("web.test")))
                    .startsWith("HTTP/1.1 403 ")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void no_answer_and_no_report_holds_a_secret() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of())) {
            String answers = Client.ask(proxy, "GET http://web.test/?token=hunter2 HTTP/1.1\r\nCookie: hunter2\r\n\r\n")
                    + Client.ask(proxy, "GET http://me:hunter2@web.test/ HTTP/1.1\r\n\r\n")
                    + Client.ask(proxy, "GET http://web.test/\u0001 HTTP/1.1\r\nX: hunter2\r\n\r\n");
            assertThat(answers).doesNotContain("hunter2");
            assertThat(proxy.refusals().toString()).doesNotContain("hunter2").contains("web.test");
        }
    }

    @Test
    void refusals_are_reported_once_each_and_a_hundred_at_most() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of())) {
            for (int i = 0; i < 110; i++) {
                Client.ask(proxy, Client.get("h" + i + ".test"));
                Client.ask(proxy, Client.get("h" + i + ".test"));
            }
            assertThat(proxy.refusals()).hasSize(100).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_host_that_is_not_there_is_no_violation() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("gone.test", "127.0.0.1"))) {
            assertThat(Client.ask(proxy, Client.get("gone.test"))).startsWith("HTTP/1.1 502 ");
            int unused = port;
            origin.close();
            assertThat(Client.ask(proxy, Client.get("127.0.0.1:" + unused)))
                    .startsWith("HTTP/1.1 502 ")
                    .contains("refused");
            assertThat(proxy.refusals()).isEmpty();
        }
    }

    @Test
    void a_socket_whose_path_is_too_long_is_refused() {
        Path path = directory.resolve("x".repeat(120));
        EgressRules nothing = EgressRules.of(rules(List.of(), List.of()), ParentProxies.none());
        assertThatThrownBy(() -> EgressProxy.onSocket(path, nothing)).isInstanceOf(WorkspaceException.class);
    }

    @Test
    void a_socket_in_a_directory_that_is_open_to_others_is_refused() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx--x---"));
        EgressRules nothing = EgressRules.of(rules(List.of(), List.of()), ParentProxies.none());
        assertThatThrownBy(() -> EgressProxy.onSocket(open.resolve("p"), nothing))
                .isInstanceOf(WorkspaceException.class);
    }

    @Test
    void lines_that_end_in_a_bare_line_feed_are_refused_at_once() throws IOException {
        try (EgressProxy proxy = proxy(List.of(), List.of("127.0.0.1"))) {
            assertThat(Client.ask(proxy, "GET http://127.0.0.1:" + port + "/ HTTP/1.1\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("LF");
        }
    }

    @Test
    void the_socket_is_gone_when_the_proxy_is_closed() throws IOException {
        EgressProxy proxy = proxy(List.of(), List.of());
        Path socket = directory.resolve("p");
        assertThat(Files.exists(socket)).isTrue();
        proxy.close();
        proxy.close();
        assertThat(Files.exists(socket)).isFalse();
    }

    private EgressProxy proxy(List<String> denied, List<String> allowed) throws IOException {
        return proxy("p", rules(denied, allowed));
    }

    private EgressProxy proxy(String name, HostRules rules) throws IOException {
        return EgressProxy.onSocket(
                directory.resolve(name),
                new EgressRules(rules, ParentProxies.none(), EgressLimits.defaults(), machine));
    }

    private static HostRules rules(List<String> denied, List<String> allowed) {
        return HostRules.of(denied, allowed, false, Optional.empty());
    }
}
