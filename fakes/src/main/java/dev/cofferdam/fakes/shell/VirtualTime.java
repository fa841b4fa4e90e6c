package dev.cofferdam.fakes.shell;

import java.time.Duration;
import java.time.Instant;

/** The time of a machine: what {@code date} prints and how long {@code sleep} sleeps. */
public interface VirtualTime {

    /**
     * Returns the time that the computer has.
     *
     * @return a time source that passes by itself
     */
    static VirtualTime system() {
        return new SystemTime();
    }

    /**
     * Returns the present instant.
     *
     * @return now
     */
    Instant now();

    /**
     * Waits until the time has moved on by a duration.
     *
     * @param duration how long to wait; zero or less returns at once
     * @throws InterruptedException when the thread is interrupted, before or while it waits
     */
    void sleep(Duration duration) throws InterruptedException;
}
