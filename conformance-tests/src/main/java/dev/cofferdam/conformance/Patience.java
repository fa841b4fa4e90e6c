package dev.cofferdam.conformance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How long the suite waits for a subject.
 *
 * @param within how long something that must happen may take
 * @param quietFor how long something that must not happen is watched for
 * @param poll the time between two looks
 * @param factor by how much the deadline of each check is multiplied, for providers with latency; at least 1
 */
public record Patience(Duration within, Duration quietFor, Duration poll, int factor) {
    /** Check the components. */
    public Patience {
        if (factor < 1 || within.isNegative() || quietFor.isNegative() || poll.isNegative() || poll.isZero()) {
            throw new IllegalArgumentException("Patience needs a factor of at least 1 and times that are not negative");
        }
    }

    /**
     * Return the patience for providers on this machine.
     *
     * @return 10 s, 300 ms, 5 ms and the factor 1
     */
    public static Patience local() {
        return new Patience(Duration.ofSeconds(10), Duration.ofMillis(300), Duration.ofMillis(5), 1);
    }

    /**
     * Return the patience for providers behind a network.
     *
     * @return 60 s, 2 s, 100 ms and the factor 4
     */
    public static Patience remote() {
        return new Patience(Duration.ofSeconds(60), Duration.ofSeconds(2), Duration.ofMillis(100), 4);
    }

    /**
     * Return a patience that waits longer for what must happen, and as long for what must not.
     *
     * @param times by how much {@link #within} and {@link #factor} are multiplied; at least 1
     * @return the longer patience
     */
    public Patience times(int times) {
        return new Patience(within.multipliedBy(times), quietFor, poll, Math.multiplyExact(factor, times));
    }

    /** Wait until a condition holds, at most {@link #within}. */
    boolean await(BooleanSupplier condition) {
        long deadline = Machine.nanos() + within.toNanos();
        while (!condition.getAsBoolean()) {
            if (Machine.nanos() > deadline || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(poll.toNanos());
        }
        return true;
    }
}
