package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.ProcessSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Holds what a program printed and nobody has read yet; a driver that brings more than is read has to wait. */
final class Tape implements ProcessSink {
    private static final int ROOM = 2 << 20;

    /** The end of the answer hides in the last bytes until the program has ended. */
    private static final int TAIL = 8 << 10;

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final byte[] ending;
    private byte[] bytes = new byte[64 << 10];
    private int start;
    private int end;
    private @Nullable Answer answer;
    private @Nullable Thread reader;
    private boolean left;

    Tape(String token) {
        this.ending = Answer.ending(token);
    }

    /** Say who reads, so that a driver that delivers in that thread is not made to wait for itself. */
    void reader(Thread thread) {
        lock.lock();
        try {
            reader = thread;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stdout(byte[] buffer, int length) throws IOException {
        lock.lock();
        try {
            while (!left && end - start > ROOM && Thread.currentThread() != reader) {
                changed.awaitUninterruptibly();
            }
            if (left) {
                throw new IOException("nobody reads the rest");
            }
            if (length > bytes.length - end) {
                makeRoom(length);
            }
            System.arraycopy(buffer, 0, bytes, end, length);
            end += length;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void makeRoom(int length) {
        int held = end - start;
        byte[] next = held + length > bytes.length / 2 ? new byte[2 * (held + length)] : bytes;
        System.arraycopy(bytes, start, next, 0, held);
        bytes = next;
        start = 0;
        end = held;
    }

    @Override
    public void stderr(byte[] buffer, int length) {
        // what the tools say comes with the answer
    }

    /** Take what is surely content; 0 when there is none at present, -1 when there will be none. */
    int take(ByteBuffer target) {
        lock.lock();
        try {
            Answer whole = answer;
            int there = whole != null ? whole.length() - start : end - start - TAIL;
            if (there <= 0) {
                return whole != null ? -1 : 0;
            }
            int count = Math.min(there, target.remaining());
            target.put(bytes, start, count);
            start += count;
            changed.signalAll();
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Take note that the program has ended, so that the end of the answer must be there. */
    void end() throws ShellLostException {
        lock.lock();
        try {
            bytes = Arrays.copyOfRange(bytes, start, end);
            end -= start;
            start = 0;
            answer = Answer.at(bytes, end, ending);
            if (answer == null) {
                throw new ShellLostException("a program that reads a file ended early");
            }
        } finally {
            lock.unlock();
        }
    }

    /** Fail unless the file was read to its end without a failure. */
    void requireEnd(String name, long count) throws IOException {
        lock.lock();
        try {
            Answer whole = answer;
            if (whole == null) {
                throw new IllegalStateException("the end has not been reached");
            }
            if (whole.status() == Answer.DONE) {
                Contents.requireWhole(whole.complaint(), count);
            } else if (!whole.complaint().contains("cannot skip")) {
                throw ShellFailures.of(whole, name);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wait for a change, for a moment. */
    void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = PAUSE;
            while (end - start <= TAIL && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Read no more. */
    void leave() {
        lock.lock();
        try {
            left = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
