package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The end of the time that a call to the daemon may take. */
final class Deadline {
    private final LongSupplier nanoTime;
    private final Duration time;
    private final boolean whileSilent;
    private final boolean patient;
    private long end;
    private boolean postponed;

    private Deadline(LongSupplier nanoTime, Duration time, boolean whileSilent, boolean patient) {
        this.nanoTime = nanoTime;
        this.time = time;
        this.whileSilent = whileSilent;
        this.patient = patient;
        this.end = nanoTime.getAsLong() + time.toNanos();
    }

    /** Return a deadline for the whole of a call. */
    static Deadline after(Duration time, LongSupplier nanoTime) {
        return new Deadline(nanoTime, time, false, false);
    }

    /** Return a deadline that every sign of life pushes back, for calls that report their progress. */
    static Deadline whileSilent(Duration time, LongSupplier nanoTime) {
        return new Deadline(nanoTime, time, true, false);
    }

    /** Return a deadline for a call that an interrupt puts off, as it must not be given up half-way. */
    static Deadline uninterrupted(Duration time, LongSupplier nanoTime) {
        return new Deadline(nanoTime, time, false, true);
    }

    /** An interrupt gives up the call, and with it the connection, which is in the middle of something. */
    void requireNotInterrupted() throws ClosedByInterruptException {
        if (Thread.currentThread().isInterrupted()) {
            if (!patient) {
                throw new ClosedByInterruptException();
            }
            postponed |= Thread.interrupted();
        }
    }

    /** Hand on an interrupt that was put off. */
    void done() {
        if (postponed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Take note that the daemon sent or took something. */
    void signOfLife() {
        if (whileSilent) {
            end = nanoTime.getAsLong() + time.toNanos();
        }
    }

    /** Return the nanoseconds that are left, at least 1. */
    long left() throws IOException {
        long left = end - nanoTime.getAsLong();
        if (left <= 0) {
            throw new SocketTimeoutException("the Docker daemon did not answer within " + time.toMillis() + " ms");
        }
        return left;
    }
}
