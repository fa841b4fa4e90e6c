package dev.cofferdam.workspace;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a reader may not see in output: controls, the zero-width and direction marks of Unicode in UTF-8, escape sequences,
 * and the texts that some of these carry. Who reads decides which of them: a terminal hides more than a program that
 * shows the bytes. Bytes are characters from 0 to 255 here.
 */
enum Invisible {
    /** Controls and marks alone. */
    CONTROLS,
    /** Also the sequences of a terminal, but not what is between the beginning and the end of a text for it. */
    SEQUENCES,
    /** Also such texts, as for the title of a window. */
    TEXTS;

    private static final List<String> MARKS = Stream.of(
                    0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B,
                    0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069,
                    0xFE0E, 0xFE0F, 0xFEFF)
            .map(c -> new String(Character.toString(c).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
            .toList();

    /**
     * Return where what is invisible at a position ends; the position itself when it is visible. Line ends, tabs and
     * blanks are visible.
     */
    int end(String bytes, int at) {
        char c = bytes.charAt(at);
        if (c == 0x1b && this != CONTROLS) {
            return sequence(bytes, at + 1);
        }
        if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) {
            return at + 1;
        }
        if (c >= 0x80) {
            for (String mark : MARKS) {
                if (bytes.startsWith(mark, at)) {
                    return at + mark.length();
                }
            }
        }
        return at;
    }

    private int sequence(String bytes, int at) {
        if (at >= bytes.length()) {
            return at;
        }
        char kind = bytes.charAt(at);
        if (kind == '[') {
            return Math.min(run(bytes, at + 1, 0x20, 0x3f) + 1, bytes.length());
        }
        if ("]PX^_".indexOf(kind) >= 0) {
            // The controls that end the text are invisible themselves.
            return this == TEXTS ? run(bytes, at + 1, 0x20, 0xff) : at + 1;
        }
        int last = run(bytes, at, 0x20, 0x2f);
        return last < bytes.length() && bytes.charAt(last) > 0x20 && bytes.charAt(last) < 0x7f ? last + 1 : last;
    }

    private static int run(String bytes, int from, int first, int last) {
        int end = from;
        while (end < bytes.length() && bytes.charAt(end) >= first && bytes.charAt(end) <= last) {
            end++;
        }
        return end;
    }
}
