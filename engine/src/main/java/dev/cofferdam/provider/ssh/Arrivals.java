package dev.cofferdam.provider.ssh;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What came from a program and was not taken yet. Filled by the connection, emptied by whoever waits. */
final class Arrivals {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private boolean dropping;
    private boolean ended;
    private boolean closed;
    private long changes;

    /** A part of one of the streams. */
    @SuppressWarnings("ArrayRecordComponent") // handed on once
    record Chunk(boolean error, byte[] bytes) {}

    /** Queue a part; tell whether it was, so that it will be taken. */
    boolean add(boolean error, byte[] data, int offset, int length) {
        lock.lock();
        try {
            if (dropping) {
                return false;
            }
            chunks.add(new Chunk(error, Arrays.copyOfRange(data, offset, offset + length)));
            changed();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Drop what is queued and what comes later; return how much was queued. */
    int drop() {
        lock.lock();
        try {
            dropping = true;
            int length = chunks.stream().mapToInt(chunk -> chunk.bytes().length).sum();
            chunks.clear();
            changed();
            return length;
        } finally {
            lock.unlock();
        }
    }

    void endOfOutput() {
        lock.lock();
        try {
            ended = true;
            changed();
        } finally {
            lock.unlock();
        }
    }

    void closed() {
        lock.lock();
        try {
            closed = true;
            changed();
        } finally {
            lock.unlock();
        }
    }

    void wake() {
        lock.lock();
        try {
            changed();
        } finally {
            lock.unlock();
        }
    }

    private void changed() {
        changes++;
        news.signalAll();
    }

    /** Return the next part, {@code null} when there is none now. */
    @Nullable
    Chunk poll() {
        lock.lock();
        try {
            return chunks.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Tell whether nothing more will come. */
    boolean isEnded() {
        lock.lock();
        try {
            return chunks.isEmpty() && (ended || closed);
        } finally {
            lock.unlock();
        }
    }

    /** Tell whether the channel is gone, and with it whatever was not taken. */
    boolean isClosed() {
        lock.lock();
        try {
            return chunks.isEmpty() && closed;
        } finally {
            lock.unlock();
        }
    }

    /** Return a count that grows with every change, for {@link #await}. */
    long changes() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /** Wait for a change since a count, for a time. */
    void await(long since, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (changes == since && left > 0) {
                left = news.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
