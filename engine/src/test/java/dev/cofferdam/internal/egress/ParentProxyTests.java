package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ParentProxyTests {
    @TempDir
    Path directory;

    @Test
    void a_plain_request_goes_to_the_parent_proxy_after_its_name_was_checked() throws IOException {
        try (Origin parent = Origin.greeting();
                EgressProxy proxy = proxy(Map.of("HTTP_PROXY", "http://me:hunter%202@127.0.0.1:" + parent.port()))) {
            assertThat(Client.ask(proxy, Client.get("web.test"))).endsWith("hello");
            assertThat(Client.ask(proxy, Client.get("evil.test"))).startsWith("HTTP/1.1 403 ");
            assertThat(parent.heads())
                    .containsExactly(String.join(
                            "\r\n",
                            "GET http://web.test/ HTTP/1.1",
                            "Host: web.test",
                            "Proxy-Authorization: Basic bWU6aHVudGVyIDI=",
                            "Connection: close",
                            "",
                            ""));
        }
    }

    @Test
    void a_tunnel_goes_through_the_parent_proxy() throws IOException {
        try (Origin parent = Origin.serving(socket -> {
                    String question = Origin.head(socket.getInputStream());
                    socket.getOutputStream()
                            .write(("HTTP/1.1 200 OK\r\nX: y\r\n\r\nfirst" + question.length())
                                    .getBytes(StandardCharsets.ISO_8859_1));
                    socket.getInputStream().transferTo(socket.getOutputStream());
                });
                EgressProxy proxy = proxy(Map.of("https_proxy", "127.0.0.1:" + parent.port()));
                Client client = new Client(proxy)) {
            assertThat(client.say(Client.connect("web.test:443")).head())
                    .isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n");
            String question = "CONNECT web.test:443 HTTP/1.1\r\nHost: web.test:443\r\n\r\n";
            assertThat(client.say("and back").finish().rest()).isEqualTo("first" + question.length() + "and back");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 407 Proxy Authentication Required, answered 407",
        "HTTP/1.1 403, answered 403",
        "SSH-2.0-x, does not speak HTTP"
    })
    void a_parent_proxy_that_refuses_is_named(String status, String said) throws IOException {
        try (Origin parent = Origin.serving(socket -> {
                    Origin.head(socket.getInputStream());
                    socket.getOutputStream().write((status + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
                });
                EgressProxy proxy = proxy(Map.of("ALL_PROXY", "http://127.0.0.1:" + parent.port()))) {
            assertThat(Client.ask(proxy, Client.connect("web.test:443")))
                    .startsWith("HTTP/1.1 502 ")
                    .contains(said);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1"})
    void this_machine_is_never_reached_through_a_parent_proxy(String host) throws IOException {
        try (Origin parent = Origin.greeting();
                Origin origin = Origin.greeting();
                EgressProxy proxy = proxy(Map.of("http_proxy", "http://127.0.0.1:" + parent.port()))) {
            assertThat(Client.ask(proxy, Client.get(host + ":" + origin.port())))
                    .endsWith("hello");
            assertThat(parent.connections()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'web.test', web.test, false",
        "'.test', web.test, false",
        "'test', web.test, false",
        "'a.test, web.test:80', web.test, false",
        "'a.test web.test:81', web.test, true",
        "'*', web.test, false",
        "'eb.test', web.test, true",
        "'10.0.0.0/8,1.1.1.1', 1.1.1.1, false",
        "'', web.test, true"
    })
    void exceptions_go_past_the_parent_proxy(String exceptions, String host, boolean through) {
        ParentProxies parents =
                ParentProxies.of(Map.of("HTTP_PROXY", "http://proxy.test:3128/", "NO_PROXY", exceptions));
        assertThat(parents.before(Host.parse(host), 80, false).isPresent()).isEqualTo(through);
        assertThat(parents.before(Host.parse(host), 80, true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://proxy.test:3128", "socks5://proxy.test", "http://me:hunter2@", "http://a:hunter2@b c"})
    void a_variable_that_names_no_usable_proxy_fails_without_showing_it(String text) {
        assertThatThrownBy(() -> ParentProxies.of(Map.of("HTTPS_PROXY", text)))
                .isInstanceOf(WorkspaceException.class)
                .hasMessageContaining("HTTPS_PROXY")
                .message()
                .doesNotContain("hunter2");
    }

    private EgressProxy proxy(Map<String, String> environment) throws IOException {
        HostRules rules =
                HostRules.of(List.of(), List.of("web.test", "localhost", "127.0.0.1"), false, Optional.empty());
        return EgressProxy.onSocket(
                directory.resolve("p"),
                new EgressRules(rules, ParentProxies.of(environment), EgressLimits.defaults(), new TestMachine()));
    }
}
