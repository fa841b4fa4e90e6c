package dev.cofferdam.internal.shell;

import dev.cofferdam.internal.tree.Names;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the shell in the sandbox is asked to do.
 *
 * @param operation the name of the operation in the script
 * @param words what it works on, bytes that are not UTF-8 escaped as {@link Names} does
 * @param content the bytes that go with it
 * @param effort what is known of it
 */
@SuppressWarnings("ArrayRecordComponent") // contents of up to megabytes are not worth a copy
record Request(String operation, List<String> words, byte[] content, Effort effort) {
    private static final byte[] NOTHING = {};

    /** A shell reads its input byte by byte, so that more than this is quicker for a program to read. */
    private static final int INLINE = 1_000;

    /** The operations that have a form in which the content is the last word. */
    private static final Map<String, String> INLINED = Map.of("put", "jot", "make", "note", "replace", "rewrite");

    /** What is known of an operation: whether it may be asked twice, and how long it may take. */
    enum Effort {
        /** Looks at something and ends at once. */
        LOOK,
        /** Changes something and ends at once; also an interrupted thread, which cleans up, may wait for it. */
        CHANGE,
        /** Looks at something that may be big. */
        LONG_LOOK,
        /** Changes something that may be big. */
        LONG_CHANGE;

        boolean isRepeatable() {
            return this == LOOK || this == LONG_LOOK;
        }

        boolean isBrief() {
            return this == LOOK || this == CHANGE;
        }
    }

    static Request of(Effort effort, String operation, String... words) {
        return new Request(operation, List.of(words), NOTHING, effort);
    }

    static Request with(byte[] content, String operation, String... words) {
        return new Request(operation, List.of(words), content, Effort.LONG_CHANGE);
    }

    /**
     * Return the request with its content as one more word, where that is short and the operation has such a form. Words
     * are no place for contents in a command line; a helper gets them by its input.
     */
    Request inlined() {
        String inline = INLINED.get(operation);
        if (inline == null || content.length > INLINE) {
            return this;
        }
        String text = escaped(content);
        if (text.length() > 2 * INLINE) {
            return this;
        }
        List<String> more = new ArrayList<>(words);
        more.add(text);
        return new Request(inline, more, NOTHING, effort);
    }

    /** Return what is written to a helper before the content: a line with the numbers, then the words line by line. */
    byte[] head(String token) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes((token + " " + operation + " " + words.size() + " " + content.length + "\n")
                .getBytes(StandardCharsets.US_ASCII));
        for (String word : words) {
            if (word.indexOf('\n') < 0) {
                out.write('=');
                out.writeBytes(Names.encode(word));
            } else {
                out.write('%');
                out.writeBytes(escaped(word).getBytes(StandardCharsets.US_ASCII));
            }
            out.write('\n');
        }
        return out.toByteArray();
    }

    /** Return a word as {@code printf %b} reads it, in characters that every driver passes on. */
    static String escaped(String word) {
        return escaped(Names.encode(word));
    }

    private static String escaped(byte[] bytes) {
        StringBuilder out = new StringBuilder(bytes.length + 8);
        for (byte b : bytes) {
            if ((b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || "/._-".indexOf(b) >= 0) {
                out.append((char) b);
            } else {
                out.append("\\0")
                        .append((char) ('0' + ((b >> 6) & 3)))
                        .append((char) ('0' + ((b >> 3) & 7)))
                        .append((char) ('0' + (b & 7)));
            }
        }
        return out.toString();
    }

    /** Show the operation; the content is the user's. */
    @Override
    public String toString() {
        return operation;
    }
}
