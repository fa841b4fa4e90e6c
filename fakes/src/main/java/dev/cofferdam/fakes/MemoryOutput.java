package dev.cofferdam.fakes;

import dev.cofferdam.spi.ProcessSink;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the processes of a machine print, several at once, and gives it on one chunk at a time until it is dropped.
 */
final class MemoryOutput {
    private final ProcessSink sink;
    private boolean dropped;
    private @Nullable IOException failure;
    private @Nullable RuntimeException broken;

    MemoryOutput(ProcessSink sink) {
        this.sink = sink;
    }

    OutputStream stdout() {
        return new Stream(sink::stdout);
    }

    OutputStream stderr() {
        return new Stream(sink::stderr);
    }

    /** Drop what comes from now on; it does not hurt who prints it. */
    synchronized void drop() {
        dropped = true;
    }

    /** Throw what the sink threw. */
    synchronized void rethrow() throws IOException {
        if (broken != null) {
            throw broken;
        }
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized void deliver(Delivery delivery, byte[] buffer, int length) {
        if (dropped) {
            return;
        }
        try {
            delivery.accept(buffer, length);
        } catch (IOException e) {
            failure = e;
            dropped = true;
        } catch (RuntimeException e) {
            broken = e;
            dropped = true;
        }
    }

    /** Takes one chunk of one stream. */
    @FunctionalInterface
    private interface Delivery {
        void accept(byte[] buffer, int length) throws IOException;
    }

    /** One of the two streams. */
    private final class Stream extends OutputStream {
        private final Delivery delivery;

        Stream(Delivery delivery) {
            this.delivery = delivery;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (length > 0) {
                byte[] chunk = new byte[length];
                System.arraycopy(bytes, offset, chunk, 0, length);
                deliver(delivery, chunk, length);
            }
        }
    }
}
