package dev.cofferdam.internal.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and drops what processes print that were kept after their command ended: with nobody at the other end of the
 * pipe they would be killed by their next output (WS-EXEC-008). Has a thread only while there are such processes.
 */
final class Drain {
    private final List<Pipe.SourceChannel> waiting = new ArrayList<>();
    private @Nullable Selector selector;
    private boolean closed;

    /** Take over the end of a pipe and close it in the end. */
    synchronized void take(OutputEnd end) throws IOException {
        if (closed || !end.channel().isOpen()) {
            end.close();
            return;
        }
        waiting.add(end.channel());
        Selector running = selector;
        if (running == null) {
            Selector fresh = Selector.open();
            selector = fresh;
            Thread thread = new Thread(() -> run(fresh), "cofferdam-drain");
            thread.setDaemon(true);
            thread.start();
        } else {
            running.wakeup();
        }
    }

    /** Close all pipes. */
    synchronized void close() {
        closed = true;
        Selector running = selector;
        if (running != null) {
            running.wakeup();
        }
    }

    private void run(Selector running) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
        try (running) {
            while (register(running)) {
                running.select(key -> drop(key, buffer));
            }
            for (SelectionKey key : running.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the output of kept processes could not be read", e);
        }
    }

    /** Take in what waits; tell whether there is anything to do. */
    private synchronized boolean register(Selector running) throws IOException {
        for (Pipe.SourceChannel channel : waiting) {
            if (closed) {
                channel.close();
            } else {
                channel.register(running, SelectionKey.OP_READ);
            }
        }
        waiting.clear();
        boolean busy = !closed && running.keys().stream().anyMatch(SelectionKey::isValid);
        if (!busy) {
            selector = null;
        }
        return busy;
    }

    private static void drop(SelectionKey key, ByteBuffer buffer) {
        Pipe.SourceChannel channel = (Pipe.SourceChannel) key.channel();
        try {
            buffer.clear();
            if (channel.read(buffer) < 0) {
                channel.close();
            }
        } catch (IOException e) {
            key.cancel();
        }
    }
}
