package dev.cofferdam.conformance;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Several threads that do something at the same time, and what became of each. */
final class Crowd {
    private Crowd() {}

    /** What one of them got: nothing went wrong when there is no failure. */
    record Attempt(int number, @Nullable Throwable failure) {
        boolean succeeded() {
            return failure == null;
        }

        Optional<ErrorCode> code() {
            return failure instanceof WorkspaceException e ? Optional.of(e.code()) : Optional.empty();
        }
    }

    /** Let a number of threads begin at once and wait for all of them. */
    static List<Attempt> of(int size, IntFunction<Callable<?>> work) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(size, task -> {
            Thread thread = new Thread(task, "crowd");
            thread.setDaemon(true);
            return thread;
        });
        CountDownLatch ready = new CountDownLatch(size);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Callable<?> call = work.apply(i);
                futures.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return call.call();
                }));
            }
            List<Attempt> attempts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                attempts.add(attempt(i, futures.get(i)));
            }
            return attempts;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Attempt attempt(int number, Future<?> future) throws InterruptedException {
        try {
            future.get();
            return new Attempt(number, null);
        } catch (ExecutionException e) {
            return new Attempt(number, e.getCause());
        }
    }

    /** Let some threads watch again and again while one works; whoever fails ends all of it and is noted. */
    static void during(Expect expect, Expect.Action work, int watchers, Expect.Action watch)
            throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        List<Attempt> attempts = of(1 + watchers, i -> () -> {
            try {
                if (i == 0) {
                    work.run();
                }
                while (i > 0 && !done.get()) {
                    watch.run();
                }
            } catch (Exception e) {
                done.set(true);
                throw e;
            }
            done.compareAndSet(false, i == 0);
            return null;
        });
        for (Attempt attempt : attempts) {
            if (!attempt.succeeded()) {
                expect.fail((attempt.number() == 0 ? "the worker: " : "a watcher: ")
                        + Recording.describe(attempt.failure()));
            }
        }
    }

    /** Expect exactly one to succeed and all others to fail with a code. */
    static void expectOneWinner(Expect expect, String what, List<Attempt> attempts, ErrorCode others) {
        expect.equal(
                what + ": how many succeeded",
                1L,
                attempts.stream().filter(Attempt::succeeded).count());
        for (Attempt attempt : attempts) {
            if (!attempt.succeeded() && !attempt.code().equals(Optional.of(others))) {
                expect.fail(what + ": expected " + others + " but was " + attempt.failure());
            }
        }
    }
}
