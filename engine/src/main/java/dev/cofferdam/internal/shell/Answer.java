package dev.cofferdam.internal.shell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the shell answered.
 *
 * @param bytes holds what the operation printed, from the start
 * @param length how many bytes that is
 * @param complaint what the tools said on their standard error
 * @param status 0 when it was done, 1 when not; others are the operation's own
 */
@SuppressWarnings("ArrayRecordComponent") // made once, for whoever asked
record Answer(byte[] bytes, int length, String complaint, int status) {
    static final int DONE = 0;
    static final int FAILED = 1;

    /** The path has to be walked name by name. */
    static final int WALK = 2;

    /** There is nothing at the end of the path. */
    static final int NOTHING = 3;

    /** Return what stands between the complaint and the status of an answer. */
    static byte[] ending(String token) {
        return ("\0" + token + " ").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Return the answer whose end stands at the end of some bytes: a zero byte, the complaint, the ending, the status and
     * a newline; null when there is none yet.
     */
    static @Nullable Answer at(byte[] bytes, int length, byte[] ending) {
        int at = length - 1;
        if (at < ending.length || bytes[at] != '\n') {
            return null;
        }
        at--;
        int status = bytes[at] - '0';
        int start = at - ending.length;
        if (start < 0 || status < 0 || status > 9 || !Arrays.equals(bytes, start, at, ending, 0, ending.length)) {
            return null;
        }
        int complaint = start;
        while (complaint > 0 && bytes[complaint - 1] != 0) {
            complaint--;
        }
        if (complaint == 0) {
            return null;
        }
        String text = new String(bytes, complaint, start - complaint, StandardCharsets.UTF_8);
        return new Answer(bytes, complaint - 1, text, status);
    }

    String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
