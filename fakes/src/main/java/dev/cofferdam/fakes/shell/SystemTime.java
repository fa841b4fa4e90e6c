package dev.cofferdam.fakes.shell;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Time that passes by itself. */
final class SystemTime implements VirtualTime {

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (!duration.isNegative()) {
            TimeUnit.NANOSECONDS.sleep(nanos(duration));
        }
    }

    private static long nanos(Duration duration) {
        return duration.toSeconds() > Long.MAX_VALUE / 2_000_000_000L ? Long.MAX_VALUE : duration.toNanos();
    }
}
