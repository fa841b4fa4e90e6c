package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.Secret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadParserTests {
    @ParameterizedTest
    @CsvSource({
        "http://a.example/x?y=1, a.example:80, /x?y=1, a.example",
        "HTTP://A.example.:8080, a.example:8080, /, a.example:8080",
        "http://a.example?q, a.example:80, /?q, a.example",
        "http://[::1]:3000/, [::1]:3000, /, [::1]:3000",
        "http://127.0.0.1/a//b/../c, 127.0.0.1:80, /a//b/../c, 127.0.0.1",
    })
    void a_whole_address_is_taken_apart(String target, String to, String path, String host) throws BadRequestException {
        RequestHead head = parse("GET " + target + " HTTP/1.1\r\nHost: other.example\r\n\r\n");
        assertThat(head.authority()).hasToString(to);
        assertThat(forwarded(head))
                .isEqualTo("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    @Test
    void what_concerns_the_proxy_alone_is_not_handed_on() throws BadRequestException {
        RequestHead head = parse("""
                POST http://a.example/ HTTP/1.1
                Host: a.example
                Proxy-Authorization: Basic c2VjcmV0
                Proxy-Connection: keep-alive
                Connection: keep-alive, X-Hop
                X-Hop: 1
                Keep-Alive: 5
                TE: trailers
                Upgrade: h2c
                Authorization: Bearer t
                Content-Length: 3
                X-Empty:
                x-odd:\t a  b\t

                """.replace("\n", "\r\n"));
        assertThat(forwarded(head).split("\r\n"))
                .containsExactly(
                        "POST / HTTP/1.1",
                        "Host: a.example",
                        "Authorization: Bearer t",
                        "Content-Length: 3",
                        "X-Empty: ",
                        "x-odd: a  b",
                        "Connection: close");
        assertThat(head.toString()).isEqualTo("POST a.example:80");
    }

    @Test
    void a_parent_proxy_gets_the_whole_address_and_its_password() throws BadRequestException {
        ParentProxy parent =
                new ParentProxy(Authority.parse("proxy.example:3128", 0), Optional.of(Secret.of("Basic eDp5")));
        RequestHead head = parse("GET http://a.example:8080/x HTTP/1.1\r\n\r\n");
        assertThat(new String(head.forward(Optional.of(parent)), StandardCharsets.ISO_8859_1))
                .isEqualTo(String.join(
                        "\r\n",
                        "GET http://a.example:8080/x HTTP/1.1",
                        "Host: a.example:8080",
                        "Proxy-Authorization: Basic eDp5",
                        "Connection: close",
                        "",
                        ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1",
                "GET  http://a.example/ HTTP/1.1",
                "GET http://a.example/ HTTP/1.1 ",
                "GET http://a.example/ HTTP/2.0",
                "GET http://a.example/ HTTP/1.10",
                "GET http://a.example/ http/1.1",
                "GET http://a.example/",
                "GET\thttp://a.example/ HTTP/1.1",
                "G(T http://a.example/ HTTP/1.1",
                "GET http://a.example/\u00e4 HTTP/1.1",
                "GET http://a.example/#x HTTP/1.1",
                "GET https://a.example/ HTTP/1.1",
                "GET ftp://a.example/ HTTP/1.1",
                "GET http:///x HTTP/1.1",
                "GET http://a.example:99999/ HTTP/1.1",
                "GET http://a.example:0/ HTTP/1.1",
                "GET http://a.example:/ HTTP/1.1",
                "GET http://a.example:80:80/ HTTP/1.1",
                "GET http://0x7f.1/ HTTP/1.1",
                "GET http://127.1/ HTTP/1.1",
                "GET http://a.example\\@b.example/ HTTP/1.1",
                "GET http://a%2eexample/ HTTP/1.1",
                "CONNECT a.example HTTP/1.1",
                "CONNECT http://a.example:443/ HTTP/1.1",
                "CONNECT a.example:443/x HTTP/1.1",
                "CONNECT [::1]443 HTTP/1.1",
                "CONNECT :443 HTTP/1.1",
                "\r\nGET http://a.example/ HTTP/1.1",
            })
    void a_request_line_that_is_not_plain_is_refused(String line) {
        assertThatThrownBy(() -> parse(line + "\r\nHost: a.example\r\n\r\n")).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: 5, 5",
                "Content-Length: +5",
                "Content-Length: -5",
                "Content-Length: 0x5",
                "Content-Length:",
                "Content-Length: 9999999999999999999",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding\t: chunked",
                " Transfer-Encoding: chunked",
                "X: 1\r\n Transfer-Encoding: chunked",
                "X: 1\r\n\tfolded",
                "X: 1\rTransfer-Encoding: chunked",
                "X: 1\u0000",
                "X: \u007f",
                "X\u0000: 1",
                ": 1",
                "no colon",
                "Host: a.example\r\nHost: b.example",
                "Connection: close, Content-Length\r\nContent-Length: 5",
                "Connection: host",
                "\u00e4: 1"
            })
    void a_head_that_could_be_read_in_two_ways_is_refused(String fields) {
        assertThatThrownBy(() -> parse("POST http://a.example/ HTTP/1.1\r\n" + fields + "\r\n\r\n")
                        .body())
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void chunks_are_of_http_1_1_alone_and_tunnels_have_no_body() {
        assertThatThrownBy(() -> parse("POST http://a.example/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n")
                        .body())
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> parse("CONNECT a.example:1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
                        .body())
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> parse("CONNECT a.example:1 HTTP/1.1\r\nContent-Length: 4\r\n\r\n")
                        .body())
                .isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://user:hunter2@a.example/ HTTP/1.1",
                "CONNECT user:hunter2@a.example:443 HTTP/1.1",
                "GET http://hunter2@127.1/ HTTP/1.1"
            })
    void user_information_is_refused_and_never_shown(String line) {
        assertThatThrownBy(() -> parse(line + "\r\n\r\n"))
                .asInstanceOf(InstanceOfAssertFactories.type(BadRequestException.class))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"))
                .satisfies(e -> assertThat(e.refusal()).get().asString().doesNotContain("hunter2"));
    }

    @Test
    void the_longest_legal_head_is_read_in_no_time() throws BadRequestException {
        String value = "a \t".repeat(10_000);
        assertThatThrownBy(() -> parse("GET http://a.example/ HTTP/1.1\r\nX: " + value + "\u0001\r\n\r\n"))
                .isInstanceOf(BadRequestException.class);
        assertThat(parse("GET http://a.example/ HTTP/1.1\r\nX: " + value + "\r\n\r\n")
                        .values("x"))
                .isEqualTo(List.of(value.strip()));
    }

    private static String forwarded(RequestHead head) {
        return new String(head.forward(Optional.empty()), StandardCharsets.ISO_8859_1);
    }

    private static RequestHead parse(String head) throws BadRequestException {
        return HeadParser.parse(head.getBytes(StandardCharsets.ISO_8859_1));
    }
}
