package dev.cofferdam.internal.shell;

import dev.cofferdam.internal.shell.Request.Effort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;

/** A new file in a sandbox, written in pieces. */
final class ShellOutput implements SeekableByteChannel {
    /** The largest piece that is sent in one request. */
    static final int PIECE = 4 << 20;

    static final int AS_IT_IS = -1;

    private static final int FIRST = 16 << 10;

    private final ShellDir dir;
    private final String name;
    private final int lastMode;
    private byte[] piece = {};
    private long start;
    private int length;
    private long position;
    private long size;
    private boolean open = true;

    /**
     * Begin to write an empty file.
     *
     * @param lastMode the permission bits that it gets in the end, {@link #AS_IT_IS} when it has them
     */
    ShellOutput(ShellDir dir, String name, int lastMode) {
        this.dir = dir;
        this.name = name;
        this.lastMode = lastMode;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        requireOpen();
        if (position != start + length || length == PIECE) {
            flush();
            start = position;
        }
        int part = Math.min(source.remaining(), PIECE - length);
        if (part > piece.length - length) {
            piece = Arrays.copyOf(piece, Math.min(PIECE, Math.max(length + part, Math.max(FIRST, 2 * piece.length))));
        }
        source.get(piece, length, part);
        length += part;
        position += part;
        size = Math.max(size, position);
        return part;
    }

    private void flush() throws IOException {
        if (length > 0) {
            byte[] content = length == piece.length ? piece : Arrays.copyOf(piece, length);
            dir.ask(name, Request.with(content, "pour", dir.path(), name, Long.toString(start)));
            length = 0;
        }
    }

    @Override
    public long position() throws IOException {
        requireOpen();
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) throws IOException {
        requireOpen();
        position = newPosition;
        return this;
    }

    @Override
    public long size() throws IOException {
        requireOpen();
        return size;
    }

    @Override
    public SeekableByteChannel truncate(long newSize) throws IOException {
        requireOpen();
        if (newSize < size) {
            flush();
            dir.ask(name, Request.of(Effort.CHANGE, "cut", dir.path(), name, Long.toString(newSize)));
            size = newSize;
        }
        position = Math.min(position, newSize);
        return this;
    }

    @Override
    public int read(ByteBuffer target) {
        throw new NonReadableChannelException();
    }

    private void requireOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        if (open) {
            open = false;
            flush();
            if (lastMode != AS_IT_IS) {
                dir.setMode(name, lastMode);
            }
        }
    }
}
