package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.ProcessSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a shell prints until the answer is whole: what the operation printed, a zero byte, complaints, a zero byte,
 * the token, a blank, the status and a newline. Only what stands at the very end can be the end of an answer, and nobody
 * but the shell knows the token of the request that it is working on.
 */
final class Inbox implements ProcessSink {
    private static final int FIRST = 8 << 10;

    /** More than any answer: the longest list names and attributes of about a million entries. */
    private static final int MOST = 512 << 20;

    private static final int KEPT_COMPLAINTS = 2 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final StringBuilder complaints = new StringBuilder();
    private byte[] bytes = new byte[FIRST];
    private int length;
    private byte @Nullable [] end;
    private @Nullable Thread asker;
    private @Nullable Answer answer;
    private boolean pushed;
    private boolean stray;

    /** Begin to wait for the answer to a request with a token. */
    void expect(String token) {
        lock.lock();
        try {
            end = Answer.ending(token);
            asker = Thread.currentThread();
            bytes = new byte[FIRST];
            length = 0;
            answer = null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stdout(byte[] buffer, int count) throws IOException {
        lock.lock();
        try {
            pushed |= Thread.currentThread() != asker;
            if (end == null || answer != null) {
                stray = true;
                return;
            }
            if (count > MOST - length) {
                throw new IOException("the answer of the shell is too long");
            }
            if (count > bytes.length - length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(length + count, 2L * bytes.length)));
            }
            System.arraycopy(buffer, 0, bytes, length, count);
            length += count;
            answer = Answer.at(bytes, length, end);
            if (answer != null) {
                arrived.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stderr(byte[] buffer, int count) {
        lock.lock();
        try {
            int room = Math.min(count, KEPT_COMPLAINTS - complaints.length());
            complaints.append(new String(buffer, 0, room, StandardCharsets.ISO_8859_1));
        } finally {
            lock.unlock();
        }
    }

    /** Return the answer once it is whole; nothing more is expected then. */
    @Nullable
    Answer poll() {
        lock.lock();
        try {
            Answer found = answer;
            if (found != null) {
                end = null;
                answer = null;
                bytes = new byte[0];
                length = 0;
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** Wait for an answer, for a time. */
    void await(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (answer == null && left > 0) {
                left = arrived.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Return how many bytes of the answer have come. */
    int received() {
        lock.lock();
        try {
            return length;
        } finally {
            lock.unlock();
        }
    }

    /** Tell whether output comes from another thread than the one that asks. */
    boolean isPushed() {
        lock.lock();
        try {
            return pushed;
        } finally {
            lock.unlock();
        }
    }

    /** Tell whether something came that nobody asked for. */
    boolean hasStray() {
        lock.lock();
        try {
            return stray;
        } finally {
            lock.unlock();
        }
    }

    /** Return what the shell itself complained of. */
    String complaints() {
        lock.lock();
        try {
            return complaints.toString().strip();
        } finally {
            lock.unlock();
        }
    }

    /** Return the time after which {@link #await} at the latest should be left to look at the process. */
    long longestPause() {
        return isPushed() ? TimeUnit.MILLISECONDS.toNanos(50) : TimeUnit.MILLISECONDS.toNanos(1);
    }
}
