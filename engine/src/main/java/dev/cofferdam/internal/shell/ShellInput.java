package dev.cofferdam.internal.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file in a sandbox that is read. What fits into one request is read whole when it is first needed; more comes from a
 * program that opens the file once, so that two files are never mixed.
 */
final class ShellInput implements SeekableByteChannel {
    static final long UNKNOWN = -1;

    private final ShellDir dir;
    private final String name;
    private final long expected;
    private byte[] part = {};
    private int length;
    private long start = UNKNOWN;
    private @Nullable FileStream stream;
    private @Nullable Object key;
    private long position;
    private boolean open = true;

    /**
     * Begin to read.
     *
     * @param expected the size that the file had, {@link #UNKNOWN} when nobody looked
     */
    ShellInput(ShellDir dir, String name, long expected) {
        this.dir = dir;
        this.name = name;
        this.expected = expected;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        requireOpen();
        if (!target.hasRemaining()) {
            return 0;
        }
        FileStream running = stream;
        if (running == null && !holds(position) && !fetch()) {
            running = begin();
        }
        if (running == null) {
            return take(target);
        }
        if (running.position() != position) {
            running = begin();
        }
        int count = running.read(target);
        position += Math.max(0, count);
        return count;
    }

    /** A part that was fetched reaches to the end of the file. */
    private boolean holds(long offset) {
        return start != UNKNOWN && offset >= start;
    }

    private int take(ByteBuffer target) {
        long offset = position - start;
        if (offset >= length) {
            return -1;
        }
        int count = Math.min(target.remaining(), length - (int) offset);
        target.put(part, (int) offset, count);
        position += count;
        return count;
    }

    /** Read the file at once, so that what is wrong with it shows when it is opened. */
    void fetchNow() throws IOException {
        fetch();
    }

    /** Read the rest of the file, unless it is too long. */
    private boolean fetch() throws IOException {
        if (expected - position > ShellOutput.PIECE) {
            return false;
        }
        Answer answer = dir.get(name, position, ShellOutput.PIECE + 1L);
        if (answer.length() > ShellOutput.PIECE) {
            return false;
        }
        part = answer.bytes();
        length = answer.length();
        start = position;
        return true;
    }

    private FileStream begin() throws IOException {
        if (stream != null) {
            stream.close();
        }
        Object now = dir.stat(name).key();
        if (key != null && !Objects.equals(key, now)) {
            throw new FileSystemException(name, null, "was replaced while it was read");
        }
        key = now;
        FileStream begun = FileStream.open(dir, name, position);
        stream = begun;
        return begun;
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
        return start != UNKNOWN ? start + length : dir.stat(name).size();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long newSize) {
        throw new NonWritableChannelException();
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
    public void close() {
        open = false;
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
