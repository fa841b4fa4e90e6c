package dev.cofferdam.mcp.workspace;

import java.nio.charset.StandardCharsets;

/** Cuts and decodes parts of a UTF-8 stream without splitting a character. */
final class Utf8Part {
    private Utf8Part() {}

    /** The text of bytes; a character cut at the front is left out, what is not UTF-8 becomes U+FFFD. */
    static String decode(byte[] bytes) {
        int start = 0;
        while (start < Math.min(3, bytes.length) && isContinuation(bytes[start])) {
            start++;
        }
        boolean allContinuation = start == bytes.length;
        return new String(
                bytes,
                allContinuation ? 0 : start,
                bytes.length - (allContinuation ? 0 : start),
                StandardCharsets.UTF_8);
    }

    /** How many of the bytes end on a whole character; all of them when they are not UTF-8. */
    static int wholeLength(byte[] bytes, int length) {
        int at = length - 1;
        while (at > 0 && at > length - 4 && isContinuation(bytes[at])) {
            at--;
        }
        if (at < 0) {
            return length;
        }
        int first = bytes[at] & 0xff;
        int needed = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
        return needed > length - at && at > 0 ? at : length;
    }

    private static boolean isContinuation(byte octet) {
        return (octet & 0xC0) == 0x80;
    }
}
