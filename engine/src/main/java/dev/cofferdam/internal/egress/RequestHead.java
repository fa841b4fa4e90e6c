package dev.cofferdam.internal.egress;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The head of a request to a proxy, and how it is handed on: one request a connection, without what concerns the proxy
 * alone, and with the {@code Host} that was checked.
 *
 * @param method the method
 * @param version {@code HTTP/1.0} or {@code HTTP/1.1}
 * @param authority the host and port that were asked for
 * @param target the path and query; empty for {@code CONNECT}
 * @param fields the fields
 */
record RequestHead(String method, String version, Authority authority, String target, List<Field> fields) {
    private static final Set<String> OURS = Set.of(
            "host",
            "connection",
            "proxy-connection",
            "keep-alive",
            "proxy-authorization",
            "te",
            "upgrade",
            "trailer",
            "http2-settings");
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "host");

    /**
     * A field of a head.
     *
     * @param name its name as it was sent
     * @param value its value without surrounding blanks
     */
    record Field(String name, String value) {
        String key() {
            return name.toLowerCase(Locale.ROOT);
        }
    }

    RequestHead {
        fields = List.copyOf(fields);
    }

    boolean isConnect() {
        return method.equals("CONNECT");
    }

    /** Return the values of a field, in their order. */
    List<String> values(String key) {
        return fields.stream()
                .filter(field -> field.key().equals(key))
                .map(Field::value)
                .toList();
    }

    /**
     * Tell where the body ends.
     *
     * @throws BadRequestException when programs could disagree about it
     */
    Body body() throws BadRequestException {
        List<String> lengths = values("content-length");
        List<String> encodings = values("transfer-encoding");
        if (lengths.size() > 1 || encodings.size() > 1 || values("host").size() > 1) {
            throw new BadRequestException("a field that may be there once is there twice");
        }
        if (!lengths.isEmpty() && !encodings.isEmpty()) {
            throw new BadRequestException("Transfer-Encoding and Content-Length contradict each other");
        }
        for (String token : connectionTokens()) {
            if (FRAMING.contains(token)) {
                throw new BadRequestException("the field Connection names a field that is needed");
            }
        }
        if (!encodings.isEmpty()) {
            if (!encodings.get(0).equalsIgnoreCase("chunked") || !version.equals("HTTP/1.1") || isConnect()) {
                throw new BadRequestException("of Transfer-Encoding only chunked is understood, and only in HTTP/1.1");
            }
            return new ChunkedBody();
        }
        return lengths.isEmpty() ? Body.none() : length(lengths.get(0));
    }

    private Body length(String text) throws BadRequestException {
        boolean number = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!number || (isConnect() && Long.parseLong(text) != 0)) {
            throw new BadRequestException("Content-Length is not the number of bytes that follow");
        }
        return Body.ofLength(Long.parseLong(text));
    }

    private List<String> connectionTokens() {
        return values("connection").stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .map(token -> token.strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * Return the head for the server, or for a parent proxy.
     *
     * @param parent the parent proxy, empty to speak to the server itself
     * @return the bytes
     */
    byte[] forward(Optional<ParentProxy> parent) {
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ');
        if (parent.isPresent()) {
            head.append("http://").append(authority.field(80));
        }
        head.append(target).append(' ').append(version).append("\r\nHost: ").append(authority.field(80));
        List<String> named = connectionTokens();
        for (Field field : fields) {
            if (!OURS.contains(field.key()) && !named.contains(field.key())) {
                head.append("\r\n").append(field.name()).append(": ").append(field.value());
            }
        }
        parent.flatMap(ParentProxy::credentials)
                .ifPresent(
                        credentials -> head.append("\r\nProxy-Authorization: ").append(credentials.reveal()));
        return head.append("\r\nConnection: close\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Name the destination only: fields and target hold secrets. */
    @Override
    public String toString() {
        return method + " " + authority;
    }
}
