package dev.cofferdam.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Objects;
import java.util.zip.CRC32C;

/** A buffered stream from the present position of a channel, with a running checksum. Closing leaves the channel open. */
public final class TapeInput extends InputStream {
    private static final int CAPACITY = 256 << 10;

    private final SeekableByteChannel channel;
    private final byte[] buffer = new byte[CAPACITY];
    private final CRC32C checksum = new CRC32C();
    private int at;
    private int filled;

    /** Begin to read. */
    public TapeInput(SeekableByteChannel channel) {
        this.channel = channel;
    }

    /** Return the CRC-32C of the rest of the channel, reading it to its end. */
    public long checksumToEnd() throws IOException {
        while (fill()) {
            at = filled;
        }
        return checksum.getValue();
    }

    /** Make sure that there are bytes in the buffer, unless this is the end. */
    private boolean fill() throws IOException {
        if (at < filled) {
            return true;
        }
        int read = channel.read(ByteBuffer.wrap(buffer));
        at = 0;
        filled = Math.max(0, read);
        checksum.update(buffer, 0, filled);
        return filled > 0;
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int part = Math.min(length, filled - at);
        System.arraycopy(buffer, at, bytes, offset, part);
        at += part;
        return part;
    }

    @Override
    public long skip(long count) throws IOException {
        long done = 0;
        while (done < count && fill()) {
            int part = (int) Math.min(count - done, filled - at);
            at += part;
            done += part;
        }
        return done;
    }

    @Override
    public int available() {
        return filled - at;
    }
}
