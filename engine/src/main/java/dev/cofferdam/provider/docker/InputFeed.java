package dev.cofferdam.provider.docker;

import dev.cofferdam.workspace.Stdin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The input of a command. It is written by whoever waits for the command, as far as the daemon takes it, so that output
 * is read meanwhile; a stream, which may block for ever, is read by a thread of its own.
 */
final class InputFeed {
    /** An empty part is the end. */
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final Wire wire;
    private final boolean present;
    private final BlockingQueue<ByteBuffer> parts = new ArrayBlockingQueue<>(4);
    private @Nullable ByteBuffer rest;
    private boolean ended;
    private volatile boolean closed;
    /** Whether the caller's stream was closed: the input ends after what is there. */
    private volatile boolean last;

    private volatile @Nullable Thread pump;
    private final Optional<Stdin> source;

    InputFeed(Wire wire, Optional<Stdin> source) {
        this.wire = wire;
        this.source = source;
        this.present = isPresent(source);
        if (source.isPresent() && source.get() instanceof Stdin.Bytes bytes && present) {
            rest = ByteBuffer.wrap(bytes.bytes());
            parts.add(END);
        } else if (source.isPresent() && source.get() instanceof Stdin.Stream stream) {
            Thread thread = new Thread(() -> copy(stream), "cofferdam-stdin");
            thread.setDaemon(true);
            pump = thread;
            thread.start();
        }
    }

    /** Tell whether a command gets any input at all. */
    static boolean isPresent(Optional<Stdin> source) {
        return source.isEmpty()
                || source.get() instanceof Stdin.Stream
                || (source.get() instanceof Stdin.Bytes bytes && bytes.bytes().length > 0);
    }

    /** Write what goes; tell whether the rest has to wait for the connection. */
    boolean move() throws IOException {
        while (present && !ended) {
            ByteBuffer part = rest;
            if (part == null) {
                boolean nothingMore = last;
                part = parts.poll();
                if (part == null) {
                    if (nothingMore) {
                        end(true);
                    }
                    return false;
                }
                if (!part.hasRemaining()) {
                    end(true);
                    return false;
                }
                rest = part;
            }
            try {
                wire.write(part);
            } catch (IOException e) {
                // The command closed its input: it does not want more, which is its right (WS-EXEC-003).
                end(false);
                return false;
            }
            if (part.hasRemaining()) {
                return true;
            }
            rest = null;
        }
        return false;
    }

    private void end(boolean tell) throws IOException {
        ended = true;
        rest = null;
        stop();
        if (tell) {
            try {
                wire.shutdownOutput();
            } catch (IOException e) {
                // Nobody reads any more, who could be told.
                return;
            }
        }
    }

    /** Return the stream to write to, for a command that was started without input. */
    Optional<OutputStream> stream() {
        return source.isPresent() ? Optional.empty() : Optional.of(new Writer());
    }

    /** Let go; whoever is blocked in a write gets an exception. */
    void stop() {
        closed = true;
        parts.clear();
        Thread thread = pump;
        if (thread != null) {
            // It may be blocked in the stream that it reads from.
            thread.interrupt();
        }
    }

    private void put(ByteBuffer part) throws IOException {
        try {
            while (!closed && !last) {
                if (parts.offer(part, 50, TimeUnit.MILLISECONDS)) {
                    wire.wakeup();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException("the thread was interrupted while it wrote");
        }
        throw new IOException("the command has ended, or closed its input");
    }

    private void copy(Stdin.Stream from) {
        try (InputStream in = from.source().get()) {
            byte[] buffer = new byte[HttpConnection.BUFFER];
            int length = in.read(buffer);
            while (length >= 0) {
                if (length > 0) {
                    put(ByteBuffer.wrap(Arrays.copyOf(buffer, length)));
                }
                length = in.read(buffer);
            }
        } catch (IOException e) {
            // Either end was closed: the command sees the end of its input, as it should.
            return;
        } finally {
            endOfSource();
        }
    }

    private void endOfSource() {
        while (!closed && !Thread.currentThread().isInterrupted()) {
            try {
                put(END);
                return;
            } catch (IOException e) {
                // Interrupted or closed, both of which the loop sees.
                assert closed || Thread.currentThread().isInterrupted();
            }
        }
    }

    /** What the caller writes. */
    private final class Writer extends OutputStream {
        private boolean done;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (done) {
                throw new IOException("the stream is closed");
            }
            int from = offset;
            while (from < offset + length) {
                int to = Math.min(offset + length, from + HttpConnection.BUFFER);
                put(ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, to)));
                from = to;
            }
        }

        /** Never waits: whoever closes it may be the one who is to move the input. */
        @Override
        public void close() {
            done = true;
            last = true;
            wire.wakeup();
        }
    }
}
