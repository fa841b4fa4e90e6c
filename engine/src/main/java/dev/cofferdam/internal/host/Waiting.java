package dev.cofferdam.internal.host;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for a process of this host whose input and output have to be moved meanwhile, as nothing else does. */
public final class Waiting {
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(10);

    private Waiting() {}

    /** What is done again and again. */
    @FunctionalInterface
    public interface Step {
        /** Do what can be done now, and return whether there was anything. */
        boolean take() throws IOException, InterruptedException;
    }

    /**
     * Wait for the end of a process, for a time.
     *
     * @param process the process
     * @param atMost how long
     * @param shortest the pause after something was done, in nanoseconds; it grows while there is nothing to do
     * @param step what is done meanwhile
     * @return whether the process has ended
     */
    public static boolean await(Process process, Duration atMost, long shortest, Step step)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        long limit = nanos(atMost);
        long pause = shortest;
        while (process.isAlive()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean done = step.take();
            long left = limit - (System.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            if (done) {
                pause = shortest;
            } else if (!process.waitFor(Math.min(left, pause), TimeUnit.NANOSECONDS)) {
                pause = Math.min(2 * pause, LONGEST);
            }
        }
        return true;
    }

    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofDays(10_000)) >= 0 ? Long.MAX_VALUE : time.toNanos();
    }
}
