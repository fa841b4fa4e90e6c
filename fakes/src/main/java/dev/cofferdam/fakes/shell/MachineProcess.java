package dev.cofferdam.fakes.shell;

import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A process that was started from outside, and the process group that it began. */
public final class MachineProcess {

    private final Computer computer;
    private final Task task;
    private final @Nullable OutputStream stdin;

    MachineProcess(Computer computer, Task task, @Nullable OutputStream stdin) {
        this.computer = computer;
        this.task = task;
        this.stdin = stdin;
    }

    /**
     * Returns the id of the process, which is that of its group too.
     *
     * @return the pid
     */
    public int pid() {
        return task.pid();
    }

    /**
     * Returns the pipe to standard input. Writing blocks while 64 KiB are unread, and fails once nothing reads it any
     * more.
     *
     * @return the stream to write to
     * @throws IllegalStateException when the process was started with a stream of the caller's
     */
    public OutputStream stdin() {
        if (stdin == null) {
            throw new IllegalStateException("started without a pipe to standard input");
        }
        return stdin;
    }

    /**
     * Waits, in real time, for the process to end. All its output has been written then; children may live on.
     *
     * @param timeout how long to wait
     * @return the exit code, 128 and the number of the signal that ended it, or empty when it still runs
     * @throws InterruptedException when the thread is interrupted
     */
    public OptionalInt waitFor(Duration timeout) throws InterruptedException {
        Integer status = computer.table().waitFor(task, timeout.toNanos());
        return status == null ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /**
     * Calls back when the process has ended, at once if it already has. The callback runs on a thread of the machine
     * and must be short.
     *
     * @param hook what to run
     */
    public void onExit(Runnable hook) {
        computer.table().onExit(task, hook);
    }

    /**
     * Tells whether the process still runs.
     *
     * @return false once it has ended
     */
    public boolean isAlive() {
        return !computer.table().hasEnded(task);
    }

    /**
     * Returns the number of the signal that ended the process.
     *
     * @return the signal, or empty when it ended by itself or still runs
     */
    public OptionalInt endedBySignal() {
        Signal killer = computer.table().hasEnded(task) ? computer.table().killerOf(task) : null;
        return killer == null ? OptionalInt.empty() : OptionalInt.of(killer.number());
    }

    /**
     * Sends a signal to the process alone.
     *
     * @param signal the number of the signal; 0 only asks
     * @return false when it has ended
     */
    public boolean signal(int signal) {
        return signal(computer, signal, candidate -> candidate == task) > 0;
    }

    /**
     * Sends a signal to every process of the group; it reaches what the process left behind, too.
     *
     * @param signal the number of the signal; 0 only counts
     * @return how many processes there are
     */
    public int signalGroup(int signal) {
        return signal(computer, task.pid(), signal);
    }

    /**
     * Lists the live processes of the group.
     *
     * @return the processes, by pid; empty when nothing is left
     */
    public List<ProcessInfo> groupMembers() {
        return computer.table().list(candidate -> candidate.group() == task.pid()).stream()
                .map(ProcessInfo::of)
                .toList();
    }

    static int signal(Computer computer, int group, int signal) {
        return signal(computer, signal, candidate -> candidate.group() == group);
    }

    private static int signal(Computer computer, int number, java.util.function.Predicate<Task> target) {
        if (number == 0) {
            return computer.table().list(target).size();
        }
        Signal signal = Signal.ofNumber(number);
        if (signal == null) {
            throw new IllegalArgumentException("no such signal: " + number);
        }
        return computer.table().signal(target, signal);
    }
}
