package dev.cofferdam.internal.host;

import dev.cofferdam.workspace.Stdin;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The input of a program. Bytes are written without blocking by whoever waits for the program; a stream, which may
 * block for ever, gets a thread.
 */
public final class Feed {
    private static final int PART = 1 << 16;
    private static final File NULL = new File("/dev/null");

    private final @Nullable OsPipe pipe;
    private final Optional<Stdin> source;
    private @Nullable ByteBuffer rest;
    private volatile @Nullable Thread pump;

    private Feed(@Nullable OsPipe pipe, Optional<Stdin> source) {
        this.pipe = pipe;
        this.source = source;
        if (source.isPresent() && source.get() instanceof Stdin.Bytes bytes) {
            this.rest = ByteBuffer.wrap(bytes.bytes());
        }
    }

    public static Feed of(Optional<Stdin> source, OsPipe.Maker pipes) throws IOException {
        boolean none = source.isPresent()
                && (source.get() == Stdin.none() || (source.get() instanceof Stdin.Bytes b && b.bytes().length == 0));
        return new Feed(none ? null : pipes.open(), source);
    }

    /** Return what the program is to open as its input. */
    public File file() {
        return pipe == null ? NULL : new File(pipe.path());
    }

    /** Begin, once the program has its end of the pipe. */
    public void started() throws IOException {
        if (pipe == null) {
            return;
        }
        pipe.source().close();
        if (source.isPresent() && source.get() instanceof Stdin.Stream stream) {
            Thread thread = new Thread(() -> copy(stream, pipe.sink()), "cofferdam-stdin");
            thread.setDaemon(true);
            pump = thread;
            thread.start();
        } else if (rest != null) {
            pipe.sink().configureBlocking(false);
        }
    }

    /** Write what the program takes at once; tell whether that was anything. */
    public boolean move() throws IOException {
        ByteBuffer bytes = rest;
        if (bytes == null || pipe == null || !pipe.sink().isOpen()) {
            return false;
        }
        int end = bytes.limit();
        bytes.limit(Math.min(end, bytes.position() + PART));
        int written;
        try {
            written = pipe.sink().write(bytes);
        } catch (java.nio.channels.ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            // The program closed its input: it does not want more, which is its right (WS-EXEC-003).
            close();
            return false;
        }
        bytes.limit(end);
        if (!bytes.hasRemaining()) {
            close();
        }
        return written > 0;
    }

    /** Tell whether {@link #move} still has something to write. */
    public boolean isPending() {
        return rest != null && pipe != null && pipe.sink().isOpen();
    }

    /** Return the stream to write to, for a program that was started without input. */
    public Optional<OutputStream> stream() {
        return pipe == null || source.isPresent()
                ? Optional.empty()
                : Optional.of(Channels.newOutputStream(pipe.sink()));
    }

    /** Let go; whoever is blocked in a write gets an exception. */
    public void close() throws IOException {
        if (pipe != null) {
            pipe.close();
        }
        Thread thread = pump;
        if (thread != null) {
            // It may be blocked in the stream that it reads from.
            thread.interrupt();
        }
    }

    private static void copy(Stdin.Stream from, Pipe.SinkChannel to) {
        try (InputStream in = from.source().get();
                OutputStream out = Channels.newOutputStream(to)) {
            in.transferTo(out);
        } catch (IOException e) {
            // Either end was closed: the program sees the end of its input, as it should.
            return;
        }
    }
}
