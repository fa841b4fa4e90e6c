package dev.cofferdam.internal.tree;

import java.io.InterruptedIOException;

/** Ends long operations of interrupted threads between two entries (WS-EXEC-007). */
public final class Interrupts {
    private Interrupts() {}

    /**
     * Fail when the calling thread is interrupted; the flag stays set.
     *
     * @throws InterruptedIOException when it is
     */
    public static void check() throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
    }
}
