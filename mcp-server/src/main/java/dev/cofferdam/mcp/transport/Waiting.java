package dev.cofferdam.mcp.transport;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits on a monitor for a condition, with a limit. */
final class Waiting {
    private Waiting() {}

    /** The caller holds the monitor, and who changes the condition notifies it. */
    static boolean on(Object monitor, Duration limit, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(monitor, left);
        }
        return true;
    }
}
