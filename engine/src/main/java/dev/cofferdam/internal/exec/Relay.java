package dev.cofferdam.internal.exec;

import dev.cofferdam.workspace.OutputConsumer;
import java.util.Arrays;

/** Hands a stream to its consumer in chunks that never split a character of UTF-8 (WS-EXEC-004). */
final class Relay {
    private final OutputConsumer consumer;
    private byte[] held = new byte[0];

    Relay(OutputConsumer consumer) {
        this.consumer = consumer;
    }

    void add(byte[] bytes, int length) {
        byte[] chunk = Arrays.copyOf(held, held.length + length);
        System.arraycopy(bytes, 0, chunk, held.length, length);
        int whole = chunk.length - unfinished(chunk);
        held = Arrays.copyOfRange(chunk, whole, chunk.length);
        if (whole > 0) {
            consumer.accept(whole == chunk.length ? chunk : Arrays.copyOf(chunk, whole));
        }
    }

    /** Hand on what was held back: it will not become a character any more. */
    void end() {
        if (held.length > 0) {
            byte[] rest = held;
            held = new byte[0];
            consumer.accept(rest);
        }
    }

    /** Return how many bytes at the end begin a character that is not whole yet. */
    private static int unfinished(byte[] bytes) {
        for (int back = 1; back <= 3 && back <= bytes.length; back++) {
            int b = bytes[bytes.length - back] & 0xFF;
            if (b >= 0xC0) {
                int size = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
                return size > back && b < 0xF8 ? back : 0;
            }
            if (b < 0x80) {
                return 0;
            }
        }
        return 0;
    }
}
