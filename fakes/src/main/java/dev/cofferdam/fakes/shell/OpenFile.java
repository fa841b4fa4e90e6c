package dev.cofferdam.fakes.shell;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An open file description: what descriptors of several processes may share, with one position. */
abstract class OpenFile {

    private final AtomicInteger references = new AtomicInteger(1);

    final OpenFile retain() {
        references.incrementAndGet();
        return this;
    }

    final void release() {
        if (references.decrementAndGet() == 0) {
            close();
        }
    }

    /** Reads at least one byte, or returns -1 at the end. */
    int read(Task task, byte[] buffer, int offset, int length) throws java.io.IOException {
        throw new Errno(Errno.Code.EBADF);
    }

    /** Writes all bytes. */
    void write(Task task, byte[] buffer, int offset, int length) throws java.io.IOException {
        throw new Errno(Errno.Code.EBADF);
    }

    /** Sets the position, or fails with ESPIPE where there is none. */
    void seek(long position) throws java.io.IOException {
        throw new Errno(Errno.Code.ESPIPE);
    }

    /** Returns the position, or fails with ESPIPE where there is none. */
    long position() throws java.io.IOException {
        throw new Errno(Errno.Code.ESPIPE);
    }

    /** Cuts or extends the file. */
    void truncate(long size) throws java.io.IOException {
        throw new Errno(Errno.Code.EINVAL);
    }

    /** Returns the size, or fails with ESPIPE where there is none. */
    long size() throws java.io.IOException {
        throw new Errno(Errno.Code.ESPIPE);
    }

    /** Identifies the regular file behind it; null for anything else. */
    @Nullable
    Object file() {
        return null;
    }

    /** Called once, when the last descriptor is closed. */
    void close() {}
}
