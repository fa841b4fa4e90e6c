package dev.cofferdam.conformance;

import dev.cofferdam.workspace.WorkspaceException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Something that another thread does, and what became of it. */
final class Elsewhere<T> {
    private final FutureTask<T> task;
    private final Thread thread;
    private volatile boolean interrupted;

    Elsewhere(Callable<T> work) {
        task = new FutureTask<>(() -> {
            try {
                return work.call();
            } finally {
                interrupted = Thread.currentThread().isInterrupted();
            }
        });
        thread = new Thread(task, "elsewhere");
        thread.setDaemon(true);
        thread.start();
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Tell whether the thread was interrupted when it ended. */
    boolean interrupted() {
        return interrupted;
    }

    boolean isDone() {
        return task.isDone();
    }

    /** Return what the work returned, or throw the {@link WorkspaceException} that it threw. */
    T get() throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            @Nullable Throwable cause = e.getCause();
            if (cause instanceof WorkspaceException failure) {
                throw failure;
            }
            throw new Misbehaviour("another thread met " + cause, cause == null ? e : cause);
        }
    }
}
