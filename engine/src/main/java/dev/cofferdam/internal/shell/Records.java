package dev.cofferdam.internal.shell;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads what {@code find} prints: fields that end with a zero byte, which no name and no link holds. */
final class Records {
    private static final int OCTAL = 8;
    private static final int NANO_DIGITS = 9;

    private final byte[] bytes;
    private final int length;
    private final boolean trueDecimals;
    private int at;

    /**
     * Begin to read.
     *
     * @param trueDecimals whether a time before 1970 is printed as the number that it is, rather than as its whole
     *     seconds, rounded down, followed by the fraction that is to be added
     */
    Records(Answer answer, boolean trueDecimals) {
        this.bytes = answer.bytes();
        this.length = answer.length();
        this.trueDecimals = trueDecimals;
    }

    List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        while (at < length) {
            names.add(name());
        }
        return names;
    }

    List<Node> nodes() throws IOException {
        List<Node> nodes = new ArrayList<>();
        while (at < length) {
            nodes.add(node());
        }
        return nodes;
    }

    /** Read the one record that there is to be. */
    Node only() throws IOException {
        Node node = node();
        if (at != length) {
            throw garbled();
        }
        return node;
    }

    private Node node() throws IOException {
        try {
            EntryType type = type(ascii());
            long size = Long.parseLong(ascii());
            FileTime modified = time(ascii());
            int mode = Integer.parseInt(ascii(), OCTAL);
            String key = ascii();
            String name = name();
            String target = name();
            boolean sized = type == EntryType.FILE || type == EntryType.SYMLINK;
            return new Node(
                    name, type, sized ? size : 0, modified, mode, key, type == EntryType.SYMLINK ? target : null);
        } catch (NumberFormatException e) {
            throw garbled();
        }
    }

    private static EntryType type(String letter) {
        return switch (letter) {
            case "f" -> EntryType.FILE;
            case "d" -> EntryType.DIRECTORY;
            case "l" -> EntryType.SYMLINK;
            default -> EntryType.OTHER;
        };
    }

    private FileTime time(String text) {
        int point = text.indexOf('.');
        long seconds = Long.parseLong(point < 0 ? text : text.substring(0, point));
        if (point < 0) {
            return FileTime.from(Instant.ofEpochSecond(seconds));
        }
        String digits = (text.substring(point + 1) + "000000000").substring(0, NANO_DIGITS);
        long nanos = Long.parseLong(digits);
        boolean before = trueDecimals && text.startsWith("-");
        return FileTime.from(Instant.ofEpochSecond(seconds, before ? -nanos : nanos));
    }

    private String ascii() throws IOException {
        int start = at;
        int end = skip();
        return new String(bytes, start, end - start, StandardCharsets.US_ASCII);
    }

    private String name() throws IOException {
        int start = at;
        int end = skip();
        boolean ascii = true;
        for (int i = start; i < end && ascii; i++) {
            ascii = bytes[i] >= 0;
        }
        return ascii
                ? new String(bytes, start, end - start, StandardCharsets.US_ASCII)
                : Names.decode(Arrays.copyOfRange(bytes, start, end));
    }

    /** Go behind the next zero byte and return where it is. */
    private int skip() throws IOException {
        int end = at;
        while (end < length && bytes[end] != 0) {
            end++;
        }
        if (end == length) {
            throw garbled();
        }
        at = end + 1;
        return end;
    }

    private static IOException garbled() {
        return new IOException("the sandbox described files in a way that cannot be read");
    }
}
