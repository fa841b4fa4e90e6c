package dev.cofferdam.fakes.shell;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process of the machine: identity, descriptors, signals, end. Everything that several threads see is guarded by the
 * process table.
 *
 * <p>A process that is waited for at once, such as a foreground command, runs on its parent's thread. It is a process
 * all the same: a signal to it ends it and not its parent, and the other way round.
 */
final class Task {

    /** What a process executes. */
    @FunctionalInterface
    interface Body {
        int run(Task task) throws java.io.IOException;
    }

    private final ProcessTable table;
    private final int pid;
    private final Instant started;
    private final Descriptors descriptors;

    private int parent;
    private int group;
    private int session;
    private volatile String command;
    private String cwd;
    private int umask;

    private int ignored;
    private int caught;
    private int pending;
    private @Nullable Signal killer;
    private boolean stopped;
    private boolean foreign;
    private boolean interruptible;
    private boolean ended;
    private int status;
    private @Nullable Carrier carrier;
    private final List<Runnable> exitHooks = new ArrayList<>(1);

    /** Set when a signal wants to be looked at; makes the common check one volatile read. */
    private volatile boolean attention;

    Task(ProcessTable table, int pid, @Nullable Task parent, Descriptors descriptors, String command, Instant started) {
        this.table = table;
        this.pid = pid;
        this.started = started;
        this.descriptors = descriptors;
        this.command = command;
        this.parent = parent == null ? 1 : parent.pid;
        this.group = parent == null ? pid : parent.group;
        this.session = parent == null ? pid : parent.session;
        this.cwd = parent == null ? "/" : parent.cwd;
        this.umask = parent == null ? 022 : parent.umask;
        this.ignored = parent == null ? 0 : parent.ignored;
    }

    int pid() {
        return pid;
    }

    Instant started() {
        return started;
    }

    Descriptors descriptors() {
        return descriptors;
    }

    String command() {
        return command;
    }

    void rename(String name) {
        command = name;
    }

    String cwd() {
        return cwd;
    }

    void chdir(String directory) {
        cwd = directory;
    }

    int umask() {
        return umask;
    }

    void umask(int mask) {
        umask = mask;
    }

    int parent() {
        synchronized (table) {
            return parent;
        }
    }

    int group() {
        synchronized (table) {
            return group;
        }
    }

    int session() {
        synchronized (table) {
            return session;
        }
    }

    /** Leads a process group of its own, in the session it has. */
    void leadGroup() {
        synchronized (table) {
            group = pid;
        }
    }

    /** Leads a session and group of its own. */
    void leadSession() {
        synchronized (table) {
            group = pid;
            session = pid;
        }
    }

    void orphan() {
        parent = 1;
    }

    boolean isIgnored(Signal signal) {
        synchronized (table) {
            return (ignored & signal.bit()) != 0;
        }
    }

    void ignore(Signal signal) {
        synchronized (table) {
            ignored |= signal.bit();
            caught &= ~signal.bit();
        }
    }

    void handle(Signal signal) {
        synchronized (table) {
            caught |= signal.bit();
            ignored &= ~signal.bit();
        }
    }

    void useDefault(Signal signal) {
        synchronized (table) {
            caught &= ~signal.bit();
            ignored &= ~signal.bit();
        }
    }

    /** Forgets handlers, as a new program image does; what is ignored stays so. */
    void resetHandlers() {
        synchronized (table) {
            caught = 0;
            pending = 0;
        }
    }

    /** Takes the next caught signal whose handler has to run. */
    @Nullable
    Signal takePending() {
        if (!attention) {
            return null;
        }
        synchronized (table) {
            for (Signal signal : Signal.values()) {
                if ((pending & signal.bit()) != 0) {
                    pending &= ~signal.bit();
                    refreshAttention();
                    return signal;
                }
            }
            return null;
        }
    }

    boolean hasPending() {
        if (!attention) {
            return false;
        }
        synchronized (table) {
            return pending != 0;
        }
    }

    boolean isKilled() {
        synchronized (table) {
            return killer != null;
        }
    }

    /** The next caught signal, left pending. */
    @Nullable
    Signal firstPending() {
        synchronized (table) {
            for (Signal signal : Signal.values()) {
                if ((pending & signal.bit()) != 0) {
                    return signal;
                }
            }
            return null;
        }
    }

    /** Marks a stretch in which a caught signal makes blocking calls fail with EINTR. */
    void interruptible(boolean value) {
        synchronized (table) {
            interruptible = value;
        }
    }

    /** Marks a stretch of code that may not notice signals; the process then counts as ended the moment it is killed. */
    void foreign(boolean value) {
        synchronized (table) {
            foreign = value;
        }
    }

    /** Sends a signal to itself. */
    void raise(Signal signal) {
        table.signal(task -> task == this, signal);
        checkpoint();
    }

    boolean enterForeign() {
        return table.enterWait(this);
    }

    void leaveForeign() {
        table.leaveWait(this);
    }

    /** Ends or holds the calling thread if a signal wants it so. */
    void checkpoint() {
        if (attention) {
            table.obey(this);
        }
    }

    /**
     * Waits on a monitor that the caller holds, until notified or until a signal wants attention.
     *
     * @throws Errno EINTR when a handler has to run first and the stretch is interruptible
     */
    @SuppressWarnings("WaitNotInLoop") // The loop is the caller's, who knows the condition.
    void await(Object monitor) throws Errno {
        if (!table.enterWait(this)) {
            throw new Errno(Errno.Code.EINTR);
        }
        try {
            monitor.wait();
        } catch (InterruptedException e) {
            // Only the process table interrupts, and what it wants is looked at below.
        } finally {
            table.leaveWait(this);
        }
        table.dieIfKilled(this);
    }

    /** Sleeps on the machine's clock; signals that do not end the process do not shorten it. */
    void sleep(VirtualTime time, java.time.Duration duration) {
        Instant end = time.now().plus(duration);
        while (time.now().isBefore(end)) {
            checkpoint();
            if (!table.enterWait(this)) {
                return;
            }
            try {
                time.sleep(java.time.Duration.between(time.now(), end));
            } catch (InterruptedException e) {
                // As above.
            } finally {
                table.leaveWait(this);
            }
        }
        checkpoint();
    }

    // The rest is for the process table, which holds its lock when it calls.

    @Nullable
    Carrier carrier() {
        return carrier;
    }

    void carrier(Carrier value) {
        carrier = value;
    }

    boolean ended() {
        return ended;
    }

    int status() {
        return status;
    }

    void end(int exitStatus) {
        ended = true;
        status = exitStatus;
    }

    @Nullable
    Signal killer() {
        return killer;
    }

    boolean stopped() {
        return stopped;
    }

    boolean foreign() {
        return foreign;
    }

    boolean mustInterrupt() {
        return killer != null || (interruptible && pending != 0);
    }

    List<Runnable> exitHooks() {
        return exitHooks;
    }

    /** Receives a signal; tells whether it ends the process. */
    boolean receive(Signal signal) {
        if (signal == Signal.CONT) {
            stopped = false;
        }
        if (signal == Signal.KILL) {
            killer = killer == null ? signal : killer;
            stopped = false;
        } else if (signal == Signal.STOP) {
            stopped = killer == null;
        } else if ((ignored & signal.bit()) != 0) {
            return false;
        } else if ((caught & signal.bit()) != 0) {
            pending |= signal.bit();
        } else if (signal.stops()) {
            stopped = killer == null;
        } else if (!signal.harmlessByDefault()) {
            killer = killer == null ? signal : killer;
        }
        refreshAttention();
        return killer != null && !stopped;
    }

    private void refreshAttention() {
        attention = killer != null || stopped || pending != 0;
    }
}
