package dev.cofferdam.fakes.shell;

import java.io.IOException;

/** A bounded pipe. */
final class Pipe {

    private static final int CAPACITY = 64 << 10;

    private byte[] ring = new byte[4096];
    private int start;
    private int count;
    private boolean readable = true;
    private boolean writable = true;
    private final OpenFile source = new Source();
    private final OpenFile sink = new Sink();

    /** The end to read from. */
    OpenFile source() {
        return source;
    }

    /** The end to write to. */
    OpenFile sink() {
        return sink;
    }

    /** Writes from outside of the machine, blocking while the pipe is full. */
    synchronized void feed(byte[] buffer, int offset, int length) throws IOException, InterruptedException {
        int done = 0;
        while (done < length) {
            while (readable && count == CAPACITY) {
                wait();
            }
            if (!readable) {
                throw new Errno(Errno.Code.EPIPE);
            }
            done += put(buffer, offset + done, length - done);
        }
    }

    private int put(byte[] buffer, int offset, int length) {
        int n = Math.min(length, CAPACITY - count);
        grow(count + n);
        int end = (start + count) % ring.length;
        int first = Math.min(n, ring.length - end);
        System.arraycopy(buffer, offset, ring, end, first);
        System.arraycopy(buffer, offset + first, ring, 0, n - first);
        count += n;
        notifyAll();
        return n;
    }

    private int take(byte[] buffer, int offset, int length) {
        int n = Math.min(length, count);
        int first = Math.min(n, ring.length - start);
        System.arraycopy(ring, start, buffer, offset, first);
        System.arraycopy(ring, 0, buffer, offset + first, n - first);
        start = (start + n) % ring.length;
        count -= n;
        notifyAll();
        return n;
    }

    private void grow(int needed) {
        if (needed > ring.length) {
            byte[] larger = new byte[Math.min(CAPACITY, Math.max(needed, ring.length * 4))];
            int first = Math.min(count, ring.length - start);
            System.arraycopy(ring, start, larger, 0, first);
            System.arraycopy(ring, 0, larger, first, count - first);
            ring = larger;
            start = 0;
        }
    }

    private final class Source extends OpenFile {

        @Override
        int read(Task task, byte[] buffer, int offset, int length) throws IOException {
            synchronized (Pipe.this) {
                while (count == 0) {
                    if (!writable) {
                        return -1;
                    }
                    task.await(Pipe.this);
                }
                return take(buffer, offset, length);
            }
        }

        @Override
        void close() {
            synchronized (Pipe.this) {
                readable = false;
                Pipe.this.notifyAll();
            }
        }
    }

    private final class Sink extends OpenFile {

        @Override
        void write(Task task, byte[] buffer, int offset, int length) throws IOException {
            int done = 0;
            synchronized (Pipe.this) {
                while (done < length) {
                    while (readable && count == CAPACITY) {
                        task.await(Pipe.this);
                    }
                    if (!readable) {
                        throw new Errno(Errno.Code.EPIPE);
                    }
                    done += put(buffer, offset + done, length - done);
                }
            }
        }

        @Override
        void close() {
            synchronized (Pipe.this) {
                writable = false;
                Pipe.this.notifyAll();
            }
        }
    }
}
