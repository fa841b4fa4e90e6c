package dev.cofferdam.internal.exec;

import dev.cofferdam.workspace.KeepOutput;
import dev.cofferdam.workspace.Output;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keeps a part of a stream, in memory that grows with what is kept and never beyond its limit (WS-EXEC-010). */
final class OutputCollector {
    private static final int FIRST = 256;

    private final int headLimit;
    private final int tailLimit;
    private byte[] head = new byte[0];
    private int headLength;
    private byte[] tail = new byte[0];
    /** Where the next byte of the tail goes, once the tail is as large as it may be. */
    private int tailNext;

    private int tailLength;
    private long total;
    private boolean cut;
    private String note = "";

    OutputCollector(KeepOutput keep, long limit) {
        int most = (int) Math.min(limit, Integer.MAX_VALUE - 64);
        this.tailLimit = switch (keep) {
            case HEAD -> 0;
            case TAIL -> most;
            case HEAD_AND_TAIL -> most / 2;
        };
        this.headLimit = most - tailLimit;
    }

    /** Take the next bytes. */
    synchronized void add(byte[] bytes, int length) {
        total += length;
        int toHead = Math.min(length, headLimit - headLength);
        if (toHead > 0) {
            head = grown(head, headLength + toHead, headLimit);
            System.arraycopy(bytes, 0, head, headLength, toHead);
            headLength += toHead;
        }
        if (length > toHead && tailLimit > 0) {
            addToTail(bytes, Math.max(toHead, length - tailLimit), length);
        }
    }

    private void addToTail(byte[] bytes, int from, int to) {
        int position = from;
        if (tailLength < tailLimit) {
            int count = Math.min(to - position, tailLimit - tailLength);
            tail = grown(tail, tailLength + count, tailLimit);
            System.arraycopy(bytes, position, tail, tailLength, count);
            tailLength += count;
            position += count;
        }
        while (position < to) {
            int count = Math.min(to - position, tailLimit - tailNext);
            System.arraycopy(bytes, position, tail, tailNext, count);
            tailNext = (tailNext + count) % tailLimit;
            position += count;
        }
    }

    private static byte[] grown(byte[] array, int needed, int limit) {
        if (needed <= array.length) {
            return array;
        }
        long size = Math.max(FIRST, Math.max(needed, 2L * array.length));
        return Arrays.copyOf(array, (int) Math.min(size, limit));
    }

    /** Count bytes that are dropped because the command printed too much. */
    synchronized void drop(int length) {
        total += length;
        cut = true;
    }

    /** Add a line of ours after what was kept. */
    synchronized void note(String text) {
        note = text;
    }

    /** Mark what was kept as not whole. */
    synchronized void cut() {
        cut = true;
    }

    synchronized Output output() {
        byte[] mine = note.getBytes(StandardCharsets.UTF_8);
        byte[] kept = Arrays.copyOf(head, headLength + tailLength + mine.length);
        int late = tailLength - tailNext;
        System.arraycopy(tail, tailNext, kept, headLength, late);
        System.arraycopy(tail, 0, kept, headLength + late, tailNext);
        System.arraycopy(mine, 0, kept, headLength + tailLength, mine.length);
        boolean truncated = cut || total > headLength + tailLength;
        return Output.of(kept, truncated, Math.max(total, kept.length));
    }
}
