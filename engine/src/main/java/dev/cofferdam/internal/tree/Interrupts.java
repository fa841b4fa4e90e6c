package dev.cofferdam.internal.tree;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;

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

    /**
     * Turn the end of a channel that an interrupt closed into what blocking methods throw; the flag is cleared, as they
     * have it.
     *
     * @param cause what the channel threw
     * @return what to throw
     */
    public static InterruptedException of(ClosedByInterruptException cause) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException();
        interrupted.initCause(cause);
        return interrupted;
    }
}
