package dev.cofferdam.provider.docker;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection on which nothing blocks but {@link #await}. Used by one thread at a time; {@link #wakeup} and
 * {@link #close} by any.
 */
interface Wire extends Closeable {
    /** Read what is there; 0 when nothing is, -1 when nothing more will come. */
    int read(ByteBuffer target) throws IOException;

    /** Write what goes; 0 when nothing does. */
    int write(ByteBuffer source) throws IOException;

    /**
     * Wait until something can be read, or written where that is asked for, or until woken up, or for a time. A thread
     * that is interrupted does not wait.
     */
    void await(boolean toWrite, long nanos) throws IOException;

    /** Have whoever waits stop waiting. */
    void wakeup();

    /** Say that nothing more will be written. */
    void shutdownOutput() throws IOException;

    boolean isOpen();
}
