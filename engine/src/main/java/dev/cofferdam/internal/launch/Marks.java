package dev.cofferdam.internal.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Takes one stream of a command and tells the command's own output from what surrounds it: whatever a login shell says
 * first, the header, and the mark at the end. Not safe for use by several threads.
 *
 * <p>A mark is a hint (WS-EXEC-011): a command of the same user can find the token out and print it. From the first mark
 * on everything is held back until the provider's record decides: {@link #end()} when the command has ended, and then
 * what stands before the last mark is output; {@link #deny()} when it still runs, and then all of it is.
 */
public final class Marks {
    /** Begins the token of every command; hardly ever met in output. */
    static final char START = '\u001e';

    private static final int MOST_NOISE = 1 << 14;
    private static final int MOST_HELD = 1 << 20;

    /** What a mark ends with after the token: the command was run, or was not as its directory was not there. */
    private static final byte RAN = 'e';

    private static final byte MISPLACED = 'd';

    private final byte[] header;
    private final byte[] mark;
    private final Taker taker;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private Optional<Leader> leader = Optional.empty();
    private boolean marked;
    private boolean over;
    private boolean misplaced;

    /** Takes output, as {@link dev.cofferdam.spi.ProcessSink} does. */
    @FunctionalInterface
    public interface Taker {
        /**
         * Take a part of the output.
         *
         * @param buffer holds the bytes
         * @param length how many from the start of the buffer, at least 1
         * @throws IOException when it cannot be taken
         */
        void take(byte[] buffer, int length) throws IOException;
    }

    /**
     * Create the state of one stream.
     *
     * @param token the token of the command
     * @param taker takes the command's own output
     */
    public Marks(String token, Taker taker) {
        this.header = (START + token + "h ").getBytes(StandardCharsets.US_ASCII);
        this.mark = (START + token).getBytes(StandardCharsets.US_ASCII);
        this.taker = taker;
    }

    /** Return who leads the command's session, once the stream has told. */
    public Optional<Leader> leader() {
        return leader;
    }

    /** Tell whether a mark was met, so that the command has ended if this is no forgery. */
    public boolean marked() {
        return marked;
    }

    /**
     * Tell whether something came after a mark. While nothing does there is no hurry to decide: a mark that is held back
     * for long harms nobody, but one that is passed on since the provider's record is late spoils the output.
     */
    public boolean followed() {
        return marked && held.size() > mark.length + 1;
    }

    /** Tell, after the end, whether the shell said that it did not run the command, as its directory was not there. */
    public boolean misplaced() {
        return misplaced;
    }

    /** Return what came instead of the command's output where there was no header, for a message. */
    public String noise() {
        return leader.isPresent() ? "" : held.toString(StandardCharsets.UTF_8).strip();
    }

    /** Take a part of the stream. */
    public void accept(byte[] buffer, int offset, int length) throws IOException {
        if (over) {
            return;
        }
        if (leader.isEmpty()) {
            held.write(buffer, offset, length);
            seekHeader();
        } else if (marked) {
            held.write(buffer, offset, length);
            if (held.size() > MOST_HELD) {
                deny();
            }
        } else {
            scan(join(buffer, offset, length));
        }
    }

    /** The command has ended: pass on what is still output, and drop whatever comes later. */
    public void end() throws IOException {
        if (over || leader.isEmpty()) {
            return;
        }
        over = true;
        byte[] rest = held.toByteArray();
        held.reset();
        int last = marked ? lastMark(rest) : rest.length;
        misplaced = marked && rest[last + mark.length] == MISPLACED;
        pass(rest, last);
    }

    /** The command still runs: what looked like its end was output. */
    public void deny() throws IOException {
        if (!marked) {
            return;
        }
        marked = false;
        byte[] all = held.toByteArray();
        held.reset();
        int keep = all.length;
        for (int from = Math.max(0, all.length - mark.length); from < all.length && keep == all.length; from++) {
            if (beginsMark(all, from)) {
                keep = from;
            }
        }
        held.write(all, keep, all.length - keep);
        pass(all, keep);
    }

    private void seekHeader() throws IOException {
        byte[] all = held.toByteArray();
        int start = indexOf(all, 0, header);
        int end = start < 0 ? -1 : indexOf(all, start, new byte[] {'\n'});
        if (end < 0) {
            if (all.length > MOST_NOISE) {
                held.reset();
                held.write(all, all.length - MOST_NOISE / 2, MOST_NOISE / 2);
            }
            return;
        }
        int from = start + header.length;
        String[] fields = new String(all, from, end - from, StandardCharsets.US_ASCII).split(" ", -1);
        try {
            leader = Optional.of(new Leader(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("the header of a command's output cannot be read", e);
        }
        held.reset();
        if (end + 1 < all.length) {
            scan(Arrays.copyOfRange(all, end + 1, all.length));
        }
    }

    private byte[] join(byte[] buffer, int offset, int length) {
        if (held.size() == 0) {
            return offset == 0 && length == buffer.length
                    ? buffer
                    : Arrays.copyOfRange(buffer, offset, offset + length);
        }
        held.write(buffer, offset, length);
        byte[] all = held.toByteArray();
        held.reset();
        return all;
    }

    /** Pass on what comes before a mark or the beginning of one, and hold the rest. */
    private void scan(byte[] all) throws IOException {
        for (int i = 0; i < all.length; i++) {
            if (all[i] == START && beginsMark(all, i)) {
                marked = all.length - i > mark.length;
                held.write(all, i, all.length - i);
                pass(all, i);
                return;
            }
        }
        pass(all, all.length);
    }

    private void pass(byte[] bytes, int length) throws IOException {
        if (length > 0) {
            taker.take(bytes, length);
        }
    }

    /** Tell whether the wanted bytes are there, or as many of them as there is room for. */
    private static boolean matches(byte[] bytes, int at, byte[] wanted) {
        int end = Math.min(bytes.length - at, wanted.length);
        return Arrays.equals(bytes, at, at + end, wanted, 0, end);
    }

    private static int indexOf(byte[] bytes, int from, byte[] wanted) {
        for (int i = from; i + wanted.length <= bytes.length; i++) {
            if (matches(bytes, i, wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** Tell whether a mark is there, or as much of one as there is room for. */
    private boolean beginsMark(byte[] bytes, int at) {
        int last = at + mark.length;
        return matches(bytes, at, mark) && (last >= bytes.length || bytes[last] == RAN || bytes[last] == MISPLACED);
    }

    /** Return where the last mark is; there is one at the start at least. */
    private int lastMark(byte[] bytes) {
        int at = bytes.length - mark.length - 1;
        while (at > 0 && !beginsMark(bytes, at)) {
            at--;
        }
        return at;
    }
}
