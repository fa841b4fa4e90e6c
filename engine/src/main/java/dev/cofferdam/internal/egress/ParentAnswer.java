package dev.cofferdam.internal.egress;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a parent proxy answers to a {@code CONNECT}. */
final class ParentAnswer {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?");

    private final int maxHeadBytes;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream(256);
    private int lineEnds;
    private boolean granted;

    ParentAnswer(int maxHeadBytes) {
        this.maxHeadBytes = maxHeadBytes;
    }

    /** Return the question. */
    static byte[] question(Authority to, ParentProxy parent) {
        StringBuilder question = new StringBuilder("CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n");
        parent.credentials()
                .ifPresent(credentials -> question.append("Proxy-Authorization: ")
                        .append(credentials.reveal())
                        .append("\r\n"));
        return question.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Take bytes up to the end of the answer's head, and return what is wrong with it. */
    Optional<String> take(ByteBuffer data) {
        while (data.hasRemaining() && !granted) {
            byte b = data.get();
            head.write(b);
            lineEnds = b == '\n' ? lineEnds + 1 : b == '\r' ? lineEnds : 0;
            if (lineEnds == 2) {
                String text = head.toString(StandardCharsets.ISO_8859_1);
                Matcher status =
                        STATUS.matcher(text.substring(0, text.indexOf('\n')).strip());
                if (!status.matches() || status.group(1).charAt(0) != '2') {
                    return Optional.of("the proxy of this machine "
                            + (status.matches() ? "answered " + status.group(1) : "does not speak HTTP"));
                }
                granted = true;
            } else if (head.size() >= maxHeadBytes) {
                return Optional.of("the proxy of this machine does not end its answer");
            }
        }
        return Optional.empty();
    }

    boolean granted() {
        return granted;
    }
}
