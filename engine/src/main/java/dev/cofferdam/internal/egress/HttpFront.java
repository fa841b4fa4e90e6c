package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.Secret;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Speaks HTTP as a proxy does: {@code CONNECT}, and requests with a whole address. */
final class HttpFront implements Front {
    static final String USER = "cofferdam";

    private final int maxHeadBytes;
    private final Optional<Secret> password;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream(1024);
    private int matched;
    private boolean wantsBody = true;

    HttpFront(int maxHeadBytes, Optional<Secret> password) {
        this.maxHeadBytes = maxHeadBytes;
        this.password = password;
    }

    @Override
    public Step take(ByteBuffer data) {
        while (data.hasRemaining()) {
            byte b = data.get();
            if (b == '\n' && matched % 2 == 0) {
                return end(400, "a line ends in LF without CR", Optional.empty());
            }
            boolean expected = b == (matched % 2 == 0 ? '\r' : '\n');
            matched = expected ? matched + 1 : b == '\r' ? 1 : 0;
            head.write(b);
            if (matched == 4) {
                return ready();
            }
            if (head.size() >= maxHeadBytes) {
                return end(
                        431, "the head of the request is longer than maxHeadBytes, " + maxHeadBytes, Optional.empty());
            }
        }
        return new More(ByteBuffer.allocate(0));
    }

    private Step ready() {
        try {
            RequestHead request = HeadParser.parse(head.toByteArray());
            wantsBody = !request.method().equals("HEAD");
            if (!admitted(request)) {
                return new End(
                        answer(
                                407,
                                "the proxy of the sandbox wants its password",
                                "Proxy-Authenticate: Basic realm=\"cofferdam\"\r\n"),
                        Optional.empty());
            }
            Body body = request.body();
            return new Ready(
                    request.isConnect()
                            ? new Demand(request.authority(), Optional.empty(), Body.endless())
                            : new Demand(request.authority(), Optional.of(request), body));
        } catch (BadRequestException e) {
            return end(e.status(), String.valueOf(e.getMessage()), e.refusal());
        }
    }

    private boolean admitted(RequestHead request) {
        if (password.isEmpty()) {
            return true;
        }
        List<String> given = request.values("proxy-authorization");
        String expected = Base64.getEncoder()
                .encodeToString((USER + ":" + password.get().reveal()).getBytes(StandardCharsets.UTF_8));
        return given.size() == 1
                && given.get(0).toLowerCase(Locale.ROOT).startsWith("basic ")
                && MessageDigest.isEqual(
                        given.get(0).substring(6).strip().getBytes(StandardCharsets.ISO_8859_1),
                        expected.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public ByteBuffer opened() {
        return ByteBuffer.wrap("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public ByteBuffer refused(Authority to, String reason) {
        return answer(403, "the sandbox does not let this command reach " + to + ": " + reason, "");
    }

    @Override
    public ByteBuffer failed(Authority to, String problem) {
        return answer(502, to + " cannot be reached: " + problem, "");
    }

    @Override
    public ByteBuffer malformed(String problem) {
        return answer(400, problem, "");
    }

    @Override
    public ByteBuffer late() {
        return answer(408, "the head of the request did not arrive in time", "");
    }

    private Step end(int status, String message, Optional<Refusal> refusal) {
        return new End(answer(status, message, ""), refusal);
    }

    private ByteBuffer answer(int status, String message, String field) {
        byte[] body = (message + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] start = ("HTTP/1.1 " + status + " " + phrase(status) + "\r\n" + field
                        + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: " + body.length
                        + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer whole = ByteBuffer.allocate(start.length + (wantsBody ? body.length : 0));
        whole.put(start);
        if (wantsBody) {
            whole.put(body);
        }
        return whole.flip();
    }

    private static String phrase(int status) {
        return switch (status) {
            case 403 -> "Forbidden";
            case 407 -> "Proxy Authentication Required";
            case 408 -> "Request Timeout";
            case 431 -> "Request Header Fields Too Large";
            case 502 -> "Bad Gateway";
            default -> "Bad Request";
        };
    }
}
