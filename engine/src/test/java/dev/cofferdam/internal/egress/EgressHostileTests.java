package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that were tampered with at random. Whatever gets through is one request for the host that was checked, as a
 * simple server reads it, and nothing after it.
 */
@Timeout(120)
class EgressHostileTests {
    private static final List<String> PIECES = List.of(
            "\r",
            "\n",
            "\r\n",
            "\r\n\r\n",
            " ",
            "\t",
            "\u0000",
            ":",
            "0",
            "5",
            "\u00ff",
            "Host: evil.test\r\n",
            "Content-Length: 3\r\n",
            "Transfer-Encoding: chunked\r\n",
            " chunked",
            "GET http://evil.test/ HTTP/1.1\r\n\r\n",
            "@evil.test",
            "#",
            "?",
            "\\",
            "%00",
            "0\r\n\r\n",
            "Connection: Content-Length\r\n");

    @TempDir
    Path directory;

    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Test
    void what_gets_through_is_one_request_for_the_host_that_was_checked() throws IOException {
        Random random = new Random(4711);
        try (Origin origin = Origin.serving(this::judge);
                EgressProxy proxy = EgressProxy.onSocket(
                        directory.resolve("p"),
                        new EgressRules(
                                HostRules.of(List.of(), List.of("127.0.0.1:" + origin.port()), false, Optional.empty()),
                                ParentProxies.none(),
                                EgressLimits.defaults(),
                                new TestMachine()))) {
            String to = "127.0.0.1:" + origin.port();
            for (int i = 0; i < 1_500; i++) {
                try (Client client = new Client(proxy)) {
                    client.say(tampered(request(random, to), random)).finish();
                    client.rest();
                } catch (IOException e) {
                    // The proxy may end a connection while more is being said.
                    assertThat(e).hasMessageMatching("(Broken pipe|Connection reset.*)");
                }
            }
            assertThat(Client.ask(proxy, "GET http://" + to + "/ HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 204 ");
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).hasSizeGreaterThan(200);
    }

    private static String request(Random random, String to) {
        String start = "POST http://" + to + "/path?x=y HTTP/1.1\r\nHost: " + to + "\r\nAccept: */*\r\n";
        return start
                + switch (random.nextInt(3)) {
                    case 0 -> "Content-Length: 5\r\n\r\nhello";
                    case 1 -> "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
                    default -> "\r\n";
                };
    }

    private static String tampered(String request, Random random) {
        StringBuilder tampered = new StringBuilder(request);
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(tampered.length());
            switch (random.nextInt(3)) {
                case 0 -> tampered.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 1 -> tampered.deleteCharAt(at);
                default -> tampered.setCharAt(at, (char) random.nextInt(256));
            }
        }
        return random.nextInt(4) == 0 ? tampered + "GET http://evil.test/ HTTP/1.1\r\n\r\n" : tampered.toString();
    }

    private void judge(Socket socket) throws IOException {
        socket.setSoTimeout(2_000);
        InputStream in = socket.getInputStream();
        String head = Origin.head(in);
        if (!head.endsWith("\r\n\r\n")) {
            return;
        }
        seen.add(head);
        String authority = "127.0.0.1:" + socket.getLocalPort();
        List<String> fields = List.of(head.split("\r\n", -1));
        if (head.replace("\r\n", "").matches("(?s).*[\r\n\u0000].*")
                || fields.stream()
                                .filter(field -> field.toLowerCase(Locale.ROOT).startsWith("host:"))
                                .count()
                        != 1
                || !head.contains("\r\nHost: " + authority + "\r\n")
                || !fields.contains("Connection: close")) {
            wrong.add(head);
        }
        readBody(head, in);
        socket.setSoTimeout(3);
        try {
            int more = in.read();
            if (more >= 0) {
                wrong.add(head + " and then " + more);
            }
        } catch (SocketTimeoutException e) {
            // Nothing follows.
        }
        socket.getOutputStream().write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void readBody(String head, InputStream in) throws IOException {
        Matcher length =
                Pattern.compile("(?i)\r\nContent-Length: *([0-9]+)\r\n").matcher(head);
        if (length.find()) {
            in.readNBytes(Integer.parseInt(length.group(1)));
        } else if (Pattern.compile("(?i)\r\nTransfer-Encoding: *chunked\r\n")
                .matcher(head)
                .find()) {
            String chunk;
            do {
                StringBuilder size = new StringBuilder();
                for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
                    size.append((char) b);
                }
                chunk = size.toString().strip();
                in.readNBytes(chunk.isEmpty() ? 0 : Integer.parseInt(chunk, 16) + 2);
            } while (!chunk.isEmpty() && !chunk.matches("0+"));
        }
    }
}
