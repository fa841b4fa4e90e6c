package dev.cofferdam.provider.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/** The end of a pipe into which a program prints, read without blocking. */
final class OutputEnd {
    private static final int SMALL = 1 << 13;
    private static final int LARGE = 1 << 16;

    private final Pipe.SourceChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocate(SMALL);

    OutputEnd(Pipe.SourceChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
    }

    /** Takes a chunk. */
    @FunctionalInterface
    interface Taker {
        void take(byte[] bytes, int length) throws IOException;
    }

    Pipe.SourceChannel channel() {
        return channel;
    }

    /** Hand on what is there; return how many bytes that were, 0 for none or the end. */
    int move(Taker taker) throws IOException {
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

    void close() throws IOException {
        channel.close();
    }
}
