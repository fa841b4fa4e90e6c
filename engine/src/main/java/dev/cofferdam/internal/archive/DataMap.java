package dev.cofferdam.internal.archive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the holes of a file, runs of 64 KiB of zeros or more (WS-SNAP-001), while its bytes pass by. */
final class DataMap {
    static final int MIN_HOLE = 64 << 10;

    private static final int BLOCK = 4 << 10;
    private static final int RECORD = 512;

    private final byte[] zeros = new byte[BLOCK];
    private final List<long[]> holes = new ArrayList<>();
    private long position;
    private long runStart = -1;
    private int trailingZeros;

    /** Take the next bytes; all calls but the last must give whole blocks of 4 KiB. */
    void add(byte[] bytes, int length) {
        for (int at = 0; at < length; at += BLOCK) {
            block(bytes, at, Math.min(BLOCK, length - at));
        }
    }

    private void block(byte[] bytes, int at, int length) {
        int leading = Arrays.mismatch(bytes, at, at + length, zeros, 0, length);
        if (leading < 0) {
            if (runStart < 0) {
                runStart = position - trailingZeros;
            }
        } else {
            endRun(position + leading);
            trailingZeros = 0;
            while (bytes[at + length - 1 - trailingZeros] == 0) {
                trailingZeros++;
            }
        }
        position += length;
    }

    private void endRun(long end) {
        if (runStart >= 0 && end - runStart >= MIN_HOLE) {
            holes.add(new long[] {runStart, end});
        }
        runStart = -1;
    }

    /** Return the pieces of data between the holes, as offset and length; an empty one where the file ends in a hole. */
    List<long[]> finish() {
        endRun(position);
        List<long[]> data = new ArrayList<>();
        long at = 0;
        for (long[] hole : holes) {
            if (hole[0] > at) {
                data.add(new long[] {at, hole[0] - at});
            }
            at = hole[1];
        }
        data.add(new long[] {at, position - at});
        return data;
    }

    boolean hasHoles() {
        return !holes.isEmpty();
    }

    /** Return the map that stands before the data in GNU's sparse format 1.0, padded to a whole record. */
    static byte[] encode(List<long[]> data) {
        StringBuilder out = new StringBuilder().append(data.size()).append('\n');
        for (long[] piece : data) {
            out.append(piece[0]).append('\n').append(piece[1]).append('\n');
        }
        byte[] bytes = out.toString().getBytes(StandardCharsets.US_ASCII);
        return Arrays.copyOf(bytes, (bytes.length + RECORD - 1) / RECORD * RECORD);
    }
}
