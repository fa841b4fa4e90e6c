package dev.cofferdam.fakes.shell;

import java.time.Duration;
import java.time.Instant;

/** Time that stands still until it is moved. */
public final class ManualTime implements VirtualTime {

    private Instant now;
    private int sleepers;

    /**
     * Creates a time that stands at an instant.
     *
     * @param start the first instant
     */
    public ManualTime(Instant start) {
        this.now = start;
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    /**
     * Moves the time and wakes who has slept long enough.
     *
     * @param duration how far to move
     */
    public synchronized void advance(Duration duration) {
        now = now.plus(duration);
        notifyAll();
    }

    /**
     * Returns how many threads sleep, so that a test knows when to move the time.
     *
     * @return the number of sleeping threads
     */
    public synchronized int sleepers() {
        return sleepers;
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        Instant end = now.plus(duration);
        sleepers++;
        try {
            while (now.isBefore(end)) {
                wait();
            }
        } finally {
            sleepers--;
        }
    }
}
