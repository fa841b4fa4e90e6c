package dev.cofferdam.fakes;

import dev.cofferdam.fakes.shell.ManualTime;
import dev.cofferdam.fakes.shell.VirtualTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. Safe for use by several threads. */
public final class ManualClock extends Clock {
    private final ManualTime time;
    private final ZoneId zone;

    private ManualClock(ManualTime time, ZoneId zone) {
        this.time = time;
        this.zone = zone;
    }

    /**
     * Create a clock that stands at an instant.
     *
     * @param instant the first instant
     * @return the clock
     */
    public static ManualClock at(Instant instant) {
        return new ManualClock(new ManualTime(instant), ZoneOffset.UTC);
    }

    /**
     * Move the clock on; who slept until then wakes.
     *
     * @param duration how far
     */
    public void advance(Duration duration) {
        time.advance(duration);
    }

    /**
     * Return how many programs sleep by this clock, so that a test knows when to move it.
     *
     * @return the number of sleepers
     */
    public int sleepers() {
        return time.sleepers();
    }

    VirtualTime time() {
        return time;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new ManualClock(time, other);
    }

    @Override
    public Instant instant() {
        return time.now();
    }
}
