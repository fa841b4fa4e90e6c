package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.tree.OpenGuard;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends operations that take too long or whose workspace is closed, by interrupting their threads (WS-FILE-011,
 * WS-LIFE-003). One thread looks after all of them and ends when there is nothing to look after.
 */
final class Watchdog implements OpenGuard {
    private static final long TICK_NANOS = Duration.ofMillis(200).toNanos();
    private static final long OPENING_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long AGAIN_NANOS = Duration.ofMillis(10).toNanos();
    private static final int IDLE_TICKS = 25;

    private final Map<Thread, Watch> active = new ConcurrentHashMap<>();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private final LongSupplier nanoTime;
    private volatile @Nullable Thread ticker;
    private volatile long nextLook;

    Watchdog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Return the one of this Java process. */
    static Watchdog shared() {
        return Shared.WATCHDOG;
    }

    private static final class Shared {
        static final Watchdog WATCHDOG = new Watchdog(System::nanoTime);
    }

    /** Begin to watch the calling thread; the caller closes the watch. */
    Watch begin(Object owner, Duration timeout) {
        Watch watch = new Watch(this, owner, timeout);
        active.put(watch.thread, watch);
        wake();
        // Written before the ticker looks at the watches: whoever was not seen by it sees the time here.
        if (watch.deadline() - nextLook < 0) {
            LockSupport.unpark(ticker);
        }
        return watch;
    }

    /** Tell whether the calling thread is watched already. */
    boolean isWatched() {
        return active.containsKey(Thread.currentThread());
    }

    /** Abort every operation of an owner. */
    void abort(Object owner, String reason) {
        for (Watch watch : active.values()) {
            if (watch.owner == owner) {
                watch.end(ErrorCode.ABORTED, reason);
            }
        }
    }

    @Override
    public Pending opening(Unblock unblock, Thread thread) {
        Watch watch = active.get(thread);
        boolean own = watch == null;
        Watch guarded = watch != null ? watch : begin(this, Duration.ofDays(1));
        Opening opening = new Opening(unblock, nanoTime.getAsLong());
        guarded.opening = opening;
        return () -> {
            guarded.opening = null;
            if (own) {
                guarded.close();
            }
        };
    }

    private void wake() {
        if (ticking.compareAndSet(false, true)) {
            Thread thread = new Thread(this::tick, "cofferdam-watchdog");
            thread.setDaemon(true);
            ticker = thread;
            thread.start();
        }
    }

    private void tick() {
        int idle = 0;
        while (true) {
            look();
            LockSupport.parkNanos(nextLook - nanoTime.getAsLong());
            idle = active.isEmpty() ? idle + 1 : 0;
            if (idle > IDLE_TICKS) {
                ticking.set(false);
                // An operation may have begun between the look and the mark: then go on, unless it started its own.
                if (active.isEmpty() || !ticking.compareAndSet(false, true)) {
                    return;
                }
                idle = 0;
            }
        }
    }

    /** Look at every watch, and find the time of the next look: a tick from now, or the first deadline before it. */
    private void look() {
        long now = nanoTime.getAsLong();
        long next = now + TICK_NANOS;
        nextLook = next;
        for (Watch watch : active.values()) {
            if (watch.look(now)) {
                next = now + AGAIN_NANOS;
            }
            if (watch.deadline() - now > 0 && watch.deadline() - next < 0) {
                next = watch.deadline();
            }
        }
        nextLook = next;
    }

    /** An opening under way, and since when. */
    private record Opening(OpenGuard.Unblock unblock, long since) {}

    /** The watch over one operation of one thread. */
    static final class Watch implements AutoCloseable {
        private final Watchdog watchdog;
        private final Object owner;
        private final Thread thread = Thread.currentThread();
        private final long timeoutNanos;
        private final long since;
        private final Duration timeout;
        private volatile @Nullable Opening opening;
        private @Nullable WorkspaceException cause;
        private boolean done;

        private Watch(Watchdog watchdog, Object owner, Duration timeout) {
            this.watchdog = watchdog;
            this.owner = owner;
            this.timeout = timeout;
            this.timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
            this.since = watchdog.nanoTime.getAsLong();
        }

        private long deadline() {
            return since + timeoutNanos;
        }

        /** Look after the time; tell whether the thread hangs in an opening from which it could not be freed yet. */
        private boolean look(long now) {
            Opening pending = opening;
            boolean hangs = false;
            if (pending != null && now - pending.since > OPENING_NANOS) {
                hangs = !pending.unblock.release();
                if (!hangs) {
                    end(ErrorCode.TIMED_OUT, "the file became a FIFO that nobody serves");
                }
            }
            if (now - deadline() >= 0) {
                end(
                        ErrorCode.TIMED_OUT,
                        "the operation took longer than operationTimeout (" + timeout.toMillis() + " ms)");
            }
            return hangs;
        }

        private synchronized void end(ErrorCode code, String reason) {
            if (!done && cause == null) {
                cause = WorkspaceException.of(code, reason);
                thread.interrupt();
            }
        }

        /** Return why the operation was ended from outside, null when it was not. */
        synchronized @Nullable WorkspaceException cause() {
            return cause;
        }

        @Override
        public synchronized void close() {
            done = true;
            watchdog.active.remove(thread, this);
            if (cause != null) {
                // The interrupt was ours and has done its work.
                Thread.interrupted();
            }
        }
    }
}
