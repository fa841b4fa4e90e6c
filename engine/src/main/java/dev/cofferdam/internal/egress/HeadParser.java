package dev.cofferdam.internal.egress;

import dev.cofferdam.internal.egress.RequestHead.Field;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the head of a request to a proxy, strictly: what two programs could read in two ways is refused. */
final class HeadParser {
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern REQUEST_LINE = Pattern.compile("(" + TOKEN + ") ([\\x21-\\x7e]+) (HTTP/1\\.[01])");
    private static final Pattern FIELD =
            Pattern.compile("(" + TOKEN + "):[ \\t]*((?:[\\x21-\\x7e\\x80-\\xff](?:[\\t\\x20-\\x7e\\x80-\\xff]*"
                    + "[\\x21-\\x7e\\x80-\\xff])?)?)[ \\t]*");

    private HeadParser() {}

    /**
     * Read a head.
     *
     * @param bytes the head with the empty line that ends it
     * @throws BadRequestException when it is malformed or names no host
     */
    static RequestHead parse(byte[] bytes) throws BadRequestException {
        String text = new String(bytes, 0, bytes.length - 4, StandardCharsets.ISO_8859_1);
        String[] lines = text.split("\r\n", -1);
        Matcher request = REQUEST_LINE.matcher(lines[0]);
        if (!request.matches()) {
            throw new BadRequestException("the first line is not that of an HTTP/1.1 request to a proxy");
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            fields.add(field(lines[i]));
        }
        String method = request.group(1);
        String target = request.group(2);
        String version = request.group(3);
        if (method.equals("CONNECT")) {
            return new RequestHead(method, version, authority(target, 0), "", fields);
        }
        return absolute(method, target, version, fields);
    }

    private static Field field(String line) throws BadRequestException {
        Matcher field = FIELD.matcher(line);
        if (!field.matches()) {
            throw new BadRequestException(
                    line.startsWith(" ") || line.startsWith("\t")
                            ? "a field goes on in a second line"
                            : "a field is malformed");
        }
        return new Field(field.group(1), field.group(2));
    }

    private static RequestHead absolute(String method, String target, String version, List<Field> fields)
            throws BadRequestException {
        if (!target.regionMatches(true, 0, "http://", 0, 7)) {
            throw new BadRequestException(
                    target.toLowerCase(Locale.ROOT).startsWith("https://")
                            ? "https is asked for by CONNECT"
                            : "this is a proxy: the target is a whole http:// address");
        }
        if (target.indexOf('#') >= 0) {
            throw new BadRequestException("the target has a fragment");
        }
        int end = 7;
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        Authority authority = authority(target.substring(7, end), 80);
        String rest = target.substring(end);
        if (rest.isEmpty()) {
            rest = method.equals("OPTIONS") ? "*" : "/";
        }
        return new RequestHead(method, version, authority, rest.startsWith("?") ? "/" + rest : rest, fields);
    }

    private static Authority authority(String text, int defaultPort) throws BadRequestException {
        try {
            return Authority.parse(text, defaultPort);
        } catch (WorkspaceException e) {
            String reason = String.valueOf(e.getMessage());
            // What stands before an @ is a secret.
            String shown = Refusal.printable(text.substring(text.lastIndexOf('@') + 1));
            throw new BadRequestException(
                    400,
                    "the host of the request cannot be used: " + reason,
                    Optional.of(new Refusal(shown, defaultPort, reason)));
        }
    }
}
