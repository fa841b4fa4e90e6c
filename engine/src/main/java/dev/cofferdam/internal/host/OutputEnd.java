package dev.cofferdam.internal.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/** The end of a pipe into which a program prints, read without blocking. */
public final class OutputEnd {
    private static final int SMALL = 1 << 13;
    private static final int LARGE = 1 << 16;

    private final Pipe.SourceChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocate(SMALL);

    public OutputEnd(Pipe.SourceChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
    }

    /** Takes a chunk. */
    @FunctionalInterface
    public interface Taker {
        void take(byte[] bytes, int length) throws IOException;
    }

    public Pipe.SourceChannel channel() {
        return channel;
    }

    /** Hand on what is there; return how many bytes that were, 0 for none or the end. */
    public int move(Taker taker) throws IOException {
        if (!channel.isOpen()) {
            return 0;
        }
        buffer.clear();
        int count = channel.read(buffer);
        if (count <= 0) {
            return 0;
        }
        taker.take(buffer.array(), count);
        if (count == SMALL && buffer.capacity() == SMALL) {
            buffer = ByteBuffer.allocate(LARGE);
        }
        return count;
    }

    public void close() throws IOException {
        channel.close();
    }
}
