package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InputFeedTests {
    /** Takes nothing at first, as a command that does not read. */
    private static final class SlowWire implements Wire {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private boolean takes;
        private boolean ended;

        @Override
        public int read(ByteBuffer target) {
            return 0;
        }

        @Override
        public int write(ByteBuffer source) {
            int before = source.remaining();
            while (takes && source.hasRemaining()) {
                taken.write(source.get());
            }
            return before - source.remaining();
        }

        @Override
        public void await(boolean toWrite, long nanos) {}

        @Override
        public void wakeup() {}

        @Override
        public void shutdownOutput() {
            ended = true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void closing_the_stream_waits_for_nobody_even_while_another_thread_is_stuck_in_a_write() throws Exception {
        SlowWire wire = new SlowWire();
        InputFeed feed = new InputFeed(wire, Optional.empty());
        OutputStream stream = feed.stream().orElseThrow();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread writer = new Thread(() -> {
            try {
                stream.write(new byte[2 << 20]);
            } catch (IOException e) {
                failure.set(e);
            }
        });
        writer.start();
        Eventually.that(() -> writer.getState() == Thread.State.TIMED_WAITING);

        stream.close();

        writer.join();
        assertThat(failure.get()).isInstanceOf(IOException.class);
        assertThat(feed.move()).as("still stuck").isTrue();
        assertThat(wire.ended).isFalse();
    }

    @Test
    void what_was_written_before_the_end_arrives_before_it() throws Exception {
        SlowWire wire = new SlowWire();
        InputFeed feed = new InputFeed(wire, Optional.empty());
        OutputStream stream = feed.stream().orElseThrow();
        stream.write(new byte[] {1, 2, 3});
        stream.close();
        assertThat(feed.move()).isTrue();
        wire.takes = true;
        assertThat(feed.move()).isFalse();
        assertThat(wire.taken.toByteArray()).containsExactly(1, 2, 3);
        assertThat(wire.ended).isTrue();
    }
}
