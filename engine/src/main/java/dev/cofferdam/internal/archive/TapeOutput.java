package dev.cofferdam.internal.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.zip.CRC32C;

/** A buffered stream to a channel with a running checksum, which can be wound back to where an entry began. */
final class TapeOutput extends OutputStream {
    private static final int CAPACITY = 256 << 10;

    private final SeekableByteChannel channel;
    private final byte[] buffer = new byte[CAPACITY];
    private final CRC32C checksum = new CRC32C();
    private int filled;
    private long flushed;
    private boolean checksumLost;

    TapeOutput(SeekableByteChannel channel) {
        this.channel = channel;
    }

    long position() {
        return flushed + filled;
    }

    /** Forget all that was written after a position. */
    void windBack(long position) throws IOException {
        if (position >= flushed) {
            filled = (int) (position - flushed);
            return;
        }
        channel.truncate(position);
        channel.position(position);
        flushed = position;
        filled = 0;
        checksumLost = true;
    }

    /** Tell whether winding back has cost the running checksum. */
    boolean isChecksumLost() {
        return checksumLost;
    }

    long checksum() {
        return checksum.getValue();
    }

    @Override
    public void write(int b) throws IOException {
        if (filled == CAPACITY) {
            flush();
        }
        buffer[filled++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (filled == CAPACITY) {
                flush();
            }
            int part = Math.min(length - done, CAPACITY - filled);
            System.arraycopy(bytes, offset + done, buffer, filled, part);
            filled += part;
            done += part;
        }
    }

    @Override
    public void flush() throws IOException {
        checksum.update(buffer, 0, filled);
        ByteBuffer out = ByteBuffer.wrap(buffer, 0, filled);
        while (out.hasRemaining()) {
            channel.write(out);
        }
        flushed += filled;
        filled = 0;
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
