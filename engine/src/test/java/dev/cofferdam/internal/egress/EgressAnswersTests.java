package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client whose way of speaking is not understood is told so, instead of being left with a closed connection. */
@Timeout(60)
class EgressAnswersTests {
    @TempDir
    Path directory;

    private EgressProxy proxy(int port) throws IOException {
        return EgressProxy.onSocket(
                directory.resolve("p"),
                new EgressRules(
                        HostRules.of(List.of(), List.of("127.0.0.1:" + port), false, Optional.empty()),
                        ParentProxies.none(),
                        EgressLimits.defaults(),
                        new TestMachine()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5;name=value~hello~0~~|extension",
                "5 ;x~hello~0~~|extension",
                "5~hello~0;last~~|extension",
                "5~hello~0~Trailer: x~~|trailers",
                "x~|malformed"
            })
    void a_body_that_is_not_handed_on_is_answered_with_what_is_wrong(String body, String expected) throws Exception {
        // A server that waits for the end of the body, which never comes.
        try (Origin origin = Origin.serving(socket -> socket.getInputStream().readAllBytes());
                EgressProxy proxy = proxy(origin.port())) {
            String to = "127.0.0.1:" + origin.port();
            String answer = Client.ask(
                    proxy,
                    "POST http://" + to + "/ HTTP/1.1\r\nHost: " + to + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + body.replace("~", "\r\n"));

            assertThat(answer).startsWith("HTTP/1.1 400 ").contains(expected);
        }
    }

    @Test
    void what_comes_late_is_answered_as_well() throws Exception {
        try (Origin origin = Origin.serving(socket -> socket.getInputStream().readAllBytes());
                EgressProxy proxy = proxy(origin.port());
                Client client = new Client(proxy)) {
            String to = "127.0.0.1:" + origin.port();
            client.say("POST http://" + to + "/ HTTP/1.1\r\nHost: " + to + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.say("5\r\nhel").say("lo\r\n5;x=y\r\n");

            assertThat(client.rest()).startsWith("HTTP/1.1 400 ").contains("extension");
        }
    }

    @Test
    void an_answer_that_has_begun_is_not_followed_by_another() throws Exception {
        try (Origin origin = Origin.serving(socket -> {
                    Origin.head(socket.getInputStream());
                    socket.getOutputStream()
                            .write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                    socket.getInputStream().readAllBytes();
                });
                EgressProxy proxy = proxy(origin.port());
                Client client = new Client(proxy)) {
            String to = "127.0.0.1:" + origin.port();
            client.say("POST http://" + to + "/ HTTP/1.1\r\nHost: " + to + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            assertThat(client.head()).startsWith("HTTP/1.1 100 ");
            client.say("5;x=y\r\n");

            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void socks_4_is_refused_in_its_own_words_and_reported() throws Exception {
        try (EgressProxy proxy = proxy(1)) {
            try (Client client = new Client(proxy)) {
                client.say(new byte[] {4, 1, 0, 80, 93, (byte) 184, (byte) 216, 34, 'm', 'e', 0});
                assertThat(client.rest().getBytes(StandardCharsets.ISO_8859_1))
                        .containsExactly(0, 91, 0, 0, 0, 0, 0, 0);
            }
            try (Client client = new Client(proxy)) {
                client.say(new byte[] {4, 1, 1, (byte) 187, 0, 0, 0, 1, 0}).say("web.test\0");
                assertThat(client.rest()).hasSize(8);
            }
            assertThat(proxy.refusals())
                    .extracting(Refusal::toString)
                    .satisfiesExactly(
                            refusal -> assertThat(refusal)
                                    .startsWith("network: 93.184.216.34:80 ")
                                    .contains("SOCKS 5"),
                            refusal -> assertThat(refusal).startsWith("network: web.test:443 "));
        }
    }

    @Test
    void a_socks_4_client_that_never_ends_its_name_is_answered_too() throws Exception {
        try (EgressProxy proxy = proxy(1);
                Client client = new Client(proxy)) {
            client.say("\4\1\0\120\1\1\1\1" + "x".repeat(512));
            assertThat(client.rest()).hasSize(8);
        }
    }
}
