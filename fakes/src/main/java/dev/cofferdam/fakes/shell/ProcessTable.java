package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The processes of a machine, their threads and their signals. */
final class ProcessTable {

    /** Deep enough for recursive scripts; the memory is only reserved, not used. */
    private static final long STACK_BYTES = 16L << 20;

    private static final int MAX_PROCESSES = 4096;

    private final VirtualTime time;
    private final TreeMap<Integer, Task> tasks = new TreeMap<>();
    private final Set<Thread> threads = new HashSet<>();
    private int lastPid = 1000;
    private boolean closed;

    ProcessTable(VirtualTime time) {
        this.time = time;
    }

    /** Makes a process that has yet to run; a null parent makes it the leader of a new session. */
    synchronized Task fork(@Nullable Task parent, Descriptors descriptors, String command) throws Errno {
        if (closed || tasks.size() >= MAX_PROCESSES) {
            descriptors.closeAll();
            throw new Errno(closed ? Errno.Code.EPERM : Errno.Code.ENOMEM);
        }
        Task task = new Task(this, ++lastPid, parent, descriptors, command, time.now());
        tasks.put(task.pid(), task);
        return task;
    }

    /** Runs a process on a thread of its own. */
    void launch(Task task, Task.Body body) {
        Carrier carrier = new Carrier();
        Thread thread =
                new Thread(null, () -> carry(carrier, task, body), "cofferdam-memory-" + task.pid(), STACK_BYTES);
        thread.setDaemon(true);
        synchronized (this) {
            carrier.thread(thread);
            task.carrier(carrier);
            carrier.push(task);
            begin(thread);
        }
    }

    /** Starts a thread and remembers it until it is gone for good, so that closing can wait for that. */
    private synchronized void begin(Thread thread) {
        threads.removeIf(old -> !old.isAlive());
        threads.add(thread);
        thread.start();
    }

    private void carry(Carrier carrier, Task task, Task.Body body) {
        try {
            execute(task, body);
        } finally {
            synchronized (this) {
                carrier.pop();
            }
        }
    }

    /** Runs a process on the thread of its parent and returns its exit status. */
    int host(Task parent, Task task, Task.Body body) {
        Carrier carrier;
        synchronized (this) {
            carrier = java.util.Objects.requireNonNull(parent.carrier());
            task.carrier(carrier);
            carrier.push(task);
        }
        try {
            execute(task, body);
        } finally {
            synchronized (this) {
                carrier.pop();
            }
        }
        parent.checkpoint();
        synchronized (this) {
            return task.status();
        }
    }

    private void execute(Task task, Task.Body body) {
        int status = 1;
        try {
            task.checkpoint();
            status = body.run(task) & 0xff;
        } catch (TaskKilled e) {
            if (!e.ends(task)) {
                throw e;
            }
        } catch (IOException e) {
            status = 1;
        } catch (RuntimeException e) {
            // A defect of a program must not take its parent along, but it has to be seen.
            status = 128 + Signal.ABRT.number();
            report(task, e);
        } catch (StackOverflowError e) {
            status = 128 + Signal.SEGV.number();
        } finally {
            end(task, status);
        }
    }

    private static void report(Task task, RuntimeException defect) {
        byte[] text = Bytes.raw(Bytes.encode(task.command() + ": defect of the in-memory shell: " + defect + "\n"));
        try {
            task.descriptors().write(task, 2, text, 0, text.length);
        } catch (IOException | TaskKilled e) {
            defect.addSuppressed(e);
        }
    }

    /** Ends a process: first its descriptors, so that who waits for it finds its output complete. */
    private void end(Task task, int status) {
        task.descriptors().closeAll();
        List<Runnable> hooks;
        synchronized (this) {
            if (task.ended()) {
                return;
            }
            Signal killer = task.killer();
            task.end(killer == null ? status : 128 + killer.number());
            tasks.remove(task.pid());
            for (Task other : tasks.values()) {
                if (other.parent() == task.pid()) {
                    other.orphan();
                }
            }
            hooks = List.copyOf(task.exitHooks());
            notifyAll();
        }
        hooks.forEach(Runnable::run);
    }

    /** Sends a signal to every process that matches; returns how many there were. */
    int signal(Predicate<Task> target, Signal signal) {
        List<Task> gone = new ArrayList<>();
        int count = 0;
        synchronized (this) {
            for (Task task : tasks.values()) {
                if (target.test(task)) {
                    count++;
                    deliver(task, signal, gone);
                }
            }
            notifyAll();
        }
        // Outside the lock, because ending closes pipes, which have monitors of their own.
        gone.forEach(task -> end(task, 0));
        return count;
    }

    private static void deliver(Task task, Signal signal, List<Task> gone) {
        boolean ends = task.receive(signal);
        Carrier carrier = task.carrier();
        if (carrier == null) {
            return;
        }
        boolean executing = carrier.executes(task);
        if (ends && (!executing || task.foreign())) {
            gone.add(task);
        }
        if (executing && task.mustInterrupt()) {
            carrier.wake();
        }
    }

    /** Holds a stopped process, then ends one that was killed. */
    synchronized void obey(Task task) {
        while (task.stopped()) {
            Carrier carrier = java.util.Objects.requireNonNull(task.carrier());
            carrier.waiting(true);
            try {
                wait();
            } catch (InterruptedException e) {
                // A KILL; it has set the state that is looked at next.
            } finally {
                carrier.waiting(false);
                clearInterrupt();
            }
        }
        dieIfKilled(task);
    }

    synchronized void dieIfKilled(Task task) {
        if (task.killer() != null && !task.stopped()) {
            throw new TaskKilled(task);
        }
    }

    /** Announces that the thread is about to wait; false when a handler has to run first. */
    synchronized boolean enterWait(Task task) {
        dieIfKilled(task);
        if (task.mustInterrupt()) {
            return false;
        }
        carrierOf(task).waiting(true);
        return true;
    }

    synchronized void leaveWait(Task task) {
        carrierOf(task).waiting(false);
        clearInterrupt();
    }

    private static Carrier carrierOf(Task task) {
        return java.util.Objects.requireNonNull(task.carrier());
    }

    /** The wait is over: an interrupt that came too late must not reach the next one. */
    @SuppressWarnings("ThreadInterruptedCheck")
    private static boolean clearInterrupt() {
        return Thread.interrupted();
    }

    /** Waits, in a process, until another one has ended; false when a handler has to run first. */
    synchronized boolean join(Task waiter, Task child) {
        while (!child.ended()) {
            if (waiter.hasPending()) {
                return false;
            }
            try {
                waiter.await(this);
            } catch (Errno e) {
                return false;
            }
            obey(waiter);
        }
        return true;
    }

    /**
     * Calls back after a while, on a thread of its own: first {@code ring}, which says how much longer {@code again}
     * has to wait, or zero for never.
     *
     * @return what stops the clock
     */
    Runnable alarm(Duration delay, Supplier<Duration> ring, Runnable again) {
        Thread thread = new Thread(() -> tick(delay, ring, again), "cofferdam-memory-alarm");
        thread.setDaemon(true);
        begin(thread);
        return thread::interrupt;
    }

    private void tick(Duration delay, Supplier<Duration> ring, Runnable again) {
        try {
            time.sleep(delay);
            Duration grace = ring.get();
            if (!grace.isZero()) {
                time.sleep(grace);
                again.run();
            }
        } catch (InterruptedException e) {
            // The clock was stopped.
        }
    }

    /** Waits for a process to its end; handlers have to wait as well. */
    synchronized boolean joinFully(Task waiter, Task child) {
        while (!child.ended()) {
            try {
                waiter.await(this);
            } catch (Errno e) {
                return false;
            }
            obey(waiter);
        }
        return true;
    }

    /** Waits, from outside, for the end of a process; null when it takes longer. */
    synchronized @Nullable Integer waitFor(Task task, long nanos) throws InterruptedException {
        long start = System.nanoTime();
        while (!task.ended()) {
            long left = nanos - (System.nanoTime() - start);
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000L));
        }
        return task.status();
    }

    /** Runs the hook once the process has ended, at once if it already has. */
    void onExit(Task task, Runnable hook) {
        synchronized (this) {
            if (!task.ended()) {
                task.exitHooks().add(hook);
                return;
            }
        }
        hook.run();
    }

    synchronized boolean hasEnded(Task task) {
        return task.ended();
    }

    synchronized int statusOf(Task task) {
        return task.status();
    }

    synchronized @Nullable Signal killerOf(Task task) {
        return task.killer();
    }

    synchronized List<Task> list(Predicate<Task> filter) {
        return tasks.values().stream().filter(filter).toList();
    }

    synchronized int size() {
        return tasks.size();
    }

    /** Kills everything and waits for the threads; false when some foreign code does not let go. */
    boolean close(long nanos) throws InterruptedException {
        synchronized (this) {
            closed = true;
        }
        signal(task -> true, Signal.KILL);
        long end = System.nanoTime() + nanos;
        for (Thread thread : others()) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(end - System.nanoTime(), 1));
        }
        return others().isEmpty();
    }

    /** The threads that live, but for the caller's own, which may be one of them when a hook closes the machine. */
    private synchronized List<Thread> others() {
        threads.removeIf(thread -> !thread.isAlive());
        return threads.stream()
                .filter(thread -> thread != Thread.currentThread())
                .toList();
    }
}
