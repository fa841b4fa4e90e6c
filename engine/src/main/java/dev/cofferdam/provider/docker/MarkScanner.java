package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Looks in a stream for the mark of a command's end. What comes before a mark is handed on; a mark, and what follows it,
 * is held until it is known whether the command has ended: a command may print what it likes (WS-EXEC-011).
 */
final class MarkScanner {
    private static final int MOST_AFTER = 4096;
    private static final int MOST_HELD = 1 << 20;
    /** What the leader says after the mark, or the beginning of it. */
    private static final Pattern TOLD = Pattern.compile("[0-9]{0,3}|[0-9]{1,3};[^;]*;?");

    private final byte[] mark;
    private final Taker taker;
    private byte[] held = new byte[256];
    private int length;
    private boolean found;

    /** Takes output from the start of a buffer. */
    @FunctionalInterface
    interface Taker {
        void take(byte[] buffer, int length) throws IOException;
    }

    MarkScanner(byte[] mark, Taker taker) {
        this.mark = mark.clone();
        this.taker = taker;
    }

    /** Tell whether a mark is held. */
    boolean hasMark() {
        return found;
    }

    /** Tell whether something came after a mark that is not what the leader of a command says there. */
    boolean isFollowed() {
        if (!found) {
            return false;
        }
        int after = length - mark.length;
        return after > MOST_AFTER
                || !TOLD.matcher(new String(held, mark.length, after, StandardCharsets.ISO_8859_1))
                        .matches();
    }

    /** Tell whether so much is held that it should be decided soon. */
    boolean isFull() {
        return length > MOST_HELD;
    }

    /** Take the next part of the stream. */
    void add(byte[] bytes, int offset, int count) throws IOException {
        if (length == 0 && indexOf(bytes, offset, offset + count) < 0) {
            hand(bytes, offset, count);
            return;
        }
        if (length + count > held.length) {
            held = Arrays.copyOf(held, Math.max(2 * held.length, length + count));
        }
        System.arraycopy(bytes, offset, held, length, count);
        length += count;
        scan(0);
    }

    private int indexOf(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == mark[0]) {
                return i;
            }
        }
        return -1;
    }

    /** Hand on what cannot be the beginning of a mark, from a place before which there is none. */
    private void scan(int from) throws IOException {
        if (found) {
            return;
        }
        int start = from;
        while (true) {
            start = indexOf(held, start, length);
            if (start < 0) {
                drop(length);
                return;
            }
            int same = 0;
            while (same < mark.length && start + same < length && held[start + same] == mark[same]) {
                same++;
            }
            if (same == mark.length || start + same == length) {
                found = same == mark.length;
                drop(start);
                return;
            }
            start++;
        }
    }

    /** Hand on the first bytes that are held. */
    private void drop(int count) throws IOException {
        if (count > 0) {
            hand(held, 0, count);
            System.arraycopy(held, count, held, 0, length - count);
            length -= count;
        }
    }

    private void hand(byte[] bytes, int offset, int count) throws IOException {
        if (count > 0) {
            taker.take(offset == 0 ? bytes : Arrays.copyOfRange(bytes, offset, offset + count), count);
        }
    }

    /** The command runs on: what looked like its end is output. */
    void reject() throws IOException {
        found = false;
        if (length > 0) {
            scan(1);
        }
    }

    /**
     * The command has ended: hand on what it printed before the last mark, and drop the rest, which others printed.
     *
     * @return what follows the last mark; empty when there is none
     */
    String end() throws IOException {
        int last = -1;
        for (int i = length - mark.length; i >= 0 && last < 0; i--) {
            if (Arrays.equals(held, i, i + mark.length, mark, 0, mark.length)) {
                last = i;
            }
        }
        if (last < 0) {
            drop(length);
            return "";
        }
        int from = last + mark.length;
        String after = new String(held, from, Math.min(MOST_AFTER, length - from), StandardCharsets.ISO_8859_1);
        drop(last);
        length = 0;
        found = false;
        return after;
    }
}
