package dev.cofferdam.internal.exec;

import dev.cofferdam.internal.activity.Activity;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One command from its start to its end. One thread completes it; others may abort it. */
final class Execution {
    private static final int TIMED_OUT = 124;
    private static final int STOPPED = 128 + 15;
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long GIVE_UP = TimeUnit.SECONDS.toNanos(10);

    private final String text;
    private final Duration timeout;
    private final Duration killGrace;
    private final Background background;
    private final Sink sink;
    private final SandboxProcess process;
    private final Activity.CommandHold hold;
    private final long start = System.nanoTime();
    private final AtomicReference<@Nullable String> abort = new AtomicReference<>();
    private volatile boolean signalled;
    private volatile boolean kept;

    /** What a command is held to. */
    record Bounds(Duration timeout, Duration killGrace, Background background) {}

    Execution(String text, Bounds bounds, Sink sink, SandboxProcess process, Activity.CommandHold hold) {
        this.text = text;
        this.timeout = bounds.timeout();
        this.killGrace = bounds.killGrace();
        this.background = bounds.background();
        this.sink = sink;
        this.process = process;
        this.hold = hold;
    }

    SandboxProcess process() {
        return process;
    }

    Sink sink() {
        return sink;
    }

    /** Tell whether it ended and left processes that live on. */
    boolean isKept() {
        return kept;
    }

    /** Tell whether the processes that it left ended by themselves; they then no longer count. */
    boolean isGone() throws IOException {
        if (!Uninterrupted.run(process::groupMembers).isEmpty()) {
            return false;
        }
        kept = false;
        hold.close();
        return true;
    }

    /** Have the command ended by whoever completes it; the first reason counts. */
    void abort(String reason) {
        abort.compareAndSet(null, reason);
    }

    void signal(Signal signal) throws IOException, InterruptedException {
        signalled = true;
        process.signal(signal);
    }

    /** Wait for the end, or bring it about. Whatever comes of it, the command no longer runs afterwards. */
    CommandResult complete() throws IOException {
        boolean over = false;
        try {
            CommandResult result = run();
            over = true;
            return result;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WorkspaceException.of(
                            ErrorCode.ABORTED, "the command " + text + " was ended because its thread was interrupted")
                    .causedBy(e);
        } finally {
            try {
                if (!over) {
                    Uninterrupted.run(this::terminate);
                }
            } finally {
                letGo();
            }
        }
    }

    private CommandResult run() throws IOException, InterruptedException {
        while (true) {
            String reason = abort.get();
            if (reason != null) {
                throw WorkspaceException.of(ErrorCode.ABORTED, "the command " + text + " was ended: " + reason);
            }
            rethrow();
            if (sink.overflow()) {
                terminate();
                sink.noteOverflow();
                return result(STOPPED, false, OptionalInt.of(Signal.TERM.number()));
            }
            long left = nanos(timeout) - (System.nanoTime() - start);
            OptionalInt exit = process.await(Duration.ofNanos(Math.max(0, Math.min(left, SLICE))));
            if (exit.isPresent()) {
                return ended(exit.getAsInt());
            }
            if (left <= 0) {
                int signal = terminate() - 128;
                return result(TIMED_OUT, true, signal > 0 ? OptionalInt.of(signal) : OptionalInt.empty());
            }
        }
    }

    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofDays(10_000)) >= 0
                ? Duration.ofDays(10_000).toNanos()
                : time.toNanos();
    }

    private CommandResult ended(int exit) throws IOException, InterruptedException {
        if (signalled && background == Background.KILL) {
            endGroup(System.nanoTime());
        }
        sink.end();
        rethrow();
        if (sink.overflow()) {
            sink.noteOverflow();
            return result(STOPPED, false, OptionalInt.of(Signal.TERM.number()));
        }
        return result(exit, false, process.endedBySignal());
    }

    private void rethrow() {
        Throwable failure = sink.failure();
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private CommandResult result(int exit, boolean timedOut, OptionalInt signal) {
        return new CommandResult(
                exit,
                sink.stdout(),
                sink.stderr(),
                Duration.ofNanos(System.nanoTime() - start),
                timedOut,
                signal,
                process.report());
    }

    /** End the group: TERM, then CONT for those that are stopped (WS-EXEC-016), then KILL; return the exit code. */
    private int terminate() throws IOException, InterruptedException {
        signalled = true;
        long begin = System.nanoTime();
        long grace = asked() ? nanos(killGrace) : 0;
        OptionalInt exit = OptionalInt.empty();
        while (exit.isEmpty()) {
            long elapsed = System.nanoTime() - begin;
            if (elapsed >= grace) {
                giveUp(elapsed);
                process.signal(Signal.KILL);
                exit = process.await(Duration.ofMillis(50));
            } else {
                exit = process.await(Duration.ofNanos(grace - elapsed));
            }
        }
        endGroup(begin);
        sink.end();
        return exit.getAsInt();
    }

    /** Ask the group to end; tell whether that could be done. */
    private boolean asked() throws InterruptedException {
        try {
            process.signal(Signal.TERM);
            process.signal(Signal.CONT);
            return true;
        } catch (IOException e) {
            // It is not known what arrived, and none of it may be sent twice: what cannot be asked is killed.
            return false;
        }
    }

    private void giveUp(long elapsed) throws IOException {
        if (elapsed - nanos(killGrace) > GIVE_UP) {
            throw new IOException("the command " + text + " could not be ended: the system does not let go of it");
        }
    }

    /** The program has ended: give the rest of its group the rest of the grace. */
    private void endGroup(long begin) throws IOException, InterruptedException {
        long pause = 1;
        while (!process.groupMembers().isEmpty()) {
            long elapsed = System.nanoTime() - begin;
            if (elapsed >= nanos(killGrace)) {
                giveUp(elapsed);
                process.signal(Signal.KILL);
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, 20);
        }
    }

    private void letGo() {
        boolean left = false;
        try {
            left = background == Background.KEEP
                    && !Uninterrupted.run(process::groupMembers).isEmpty();
        } catch (IOException e) {
            // It cannot be told: then they count as left, and the end of the workspace ends them.
            left = background == Background.KEEP;
        }
        process.close();
        if (left) {
            kept = true;
            hold.left(this::left);
        } else {
            hold.close();
        }
    }

    private List<String> left() throws IOException, InterruptedException {
        return process.groupMembers();
    }

    /** End what was kept, for the end of the workspace. */
    void endKept() throws IOException {
        try {
            Uninterrupted.run(() -> {
                if (process.groupMembers().isEmpty()) {
                    return 0;
                }
                process.signal(Signal.TERM);
                process.signal(Signal.CONT);
                endGroup(System.nanoTime());
                return 0;
            });
        } finally {
            kept = false;
            hold.close();
        }
    }
}
