package dev.cofferdam.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.internal.engine.Watchdog.Watch;
import dev.cofferdam.workspace.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WatchdogTests {
    private final Watchdog watchdog = new Watchdog(System::nanoTime);

    @Test
    void a_short_operation_is_ended_when_its_time_is_over_and_not_at_the_next_tick() throws InterruptedException {
        try (Watch longOne = watchdog.begin(this, Duration.ofHours(1))) {
            assertThat(longOne.cause()).isNull();
        }
        // The ticker sleeps by now; of ten ticks some would last longer than this.
        long started = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            assertThat(endedWithin(Duration.ofMillis(1))).isEqualTo(ErrorCode.TIMED_OUT);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void a_time_beyond_what_nanoseconds_can_count_is_no_limit() {
        try (Watch watch = watchdog.begin(this, Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThat(endedWithin(Duration.ofMillis(1))).isEqualTo(ErrorCode.TIMED_OUT);
            assertThat(watch.cause()).isNull();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_end_from_outside_leaves_no_interrupt_behind() {
        try (Watch watch = watchdog.begin(this, Duration.ofHours(1))) {
            watchdog.abort(this, "closed");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThat(watch.cause()).isNotNull();
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** Wait on a thread of its own until its watch interrupts it, and return why. */
    private ErrorCode endedWithin(Duration timeout) throws InterruptedException {
        ErrorCode[] code = new ErrorCode[1];
        Thread thread = new Thread(() -> {
            try (Watch watch = watchdog.begin(this, timeout)) {
                try {
                    if (new CountDownLatch(1).await(30, TimeUnit.SECONDS)) {
                        throw new AssertionError("nobody counts down");
                    }
                } catch (InterruptedException e) {
                    code[0] = watch.cause().code();
                }
            }
        });
        thread.start();
        thread.join();
        return code[0];
    }
}
