package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The end of the time that a call to the daemon may take. */
final class Deadline {
    private final LongSupplier nanoTime;
    private final Duration time;
    private final boolean whileSilent;
    private long end;

    private Deadline(LongSupplier nanoTime, Duration time, boolean whileSilent) {
        this.nanoTime = nanoTime;
        this.time = time;
        this.whileSilent = whileSilent;
        this.end = nanoTime.getAsLong() + time.toNanos();
    }

    /** Return a deadline for the whole of a call. */
    static Deadline after(Duration time, LongSupplier nanoTime) {
        return new Deadline(nanoTime, time, false);
    }

    /** Return a deadline that every sign of life pushes back, for calls that report their progress. */
    static Deadline whileSilent(Duration time, LongSupplier nanoTime) {
        return new Deadline(nanoTime, time, true);
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
