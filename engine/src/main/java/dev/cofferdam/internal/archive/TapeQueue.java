package dev.cofferdam.internal.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes small entries to a tape in a thread of its own, batch by batch, while the next are being read. The thread is
 * started by the first full batch and ended by {@link #close()}.
 */
final class TapeQueue implements Closeable {
    /** Something to be written. */
    @FunctionalInterface
    interface Job {
        void write(TarTape tape) throws IOException;
    }

    private static final int BATCH_JOBS = 256;
    private static final int BATCH_BYTES = 512 << 10;
    private static final int BATCHES = 8;
    private static final int END_SECONDS = 10;

    private final TarTape tape;
    private final Deque<Future<?>> sent = new ArrayDeque<>();
    private List<Job> batch = new ArrayList<>();
    private int batchBytes;
    private @Nullable ExecutorService thread;

    TapeQueue(TarTape tape) {
        this.tape = tape;
    }

    /** Add an entry that holds so many bytes in memory. */
    void add(int bytes, Job job) throws IOException {
        batch.add(job);
        batchBytes += bytes;
        if (batch.size() >= BATCH_JOBS || batchBytes >= BATCH_BYTES) {
            send();
        }
    }

    private void send() throws IOException {
        ExecutorService executor = thread;
        if (executor == null) {
            executor = Executors.newSingleThreadExecutor(work -> {
                Thread made = new Thread(work, "cofferdam-archive");
                made.setDaemon(true);
                return made;
            });
            thread = executor;
        }
        while (sent.size() >= BATCHES) {
            await(sent.remove());
        }
        List<Job> full = batch;
        batch = new ArrayList<>(BATCH_JOBS);
        batchBytes = 0;
        sent.add(executor.submit(() -> {
            write(full);
            return null;
        }));
    }

    private void write(List<Job> jobs) throws IOException {
        for (Job job : jobs) {
            job.write(tape);
        }
    }

    /** Return the tape with all that was added on it. */
    TarTape drained() throws IOException {
        while (!sent.isEmpty()) {
            await(sent.remove());
        }
        List<Job> rest = batch;
        batch = new ArrayList<>();
        batchBytes = 0;
        write(rest);
        return tape;
    }

    private static void await(Future<?> work) throws IOException {
        try {
            work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw new IOException("the archive cannot be written", e.getCause());
        }
    }

    /** End the thread; what was not drained is lost. */
    @Override
    public void close() {
        ExecutorService executor = thread;
        if (executor == null) {
            return;
        }
        executor.shutdownNow();
        try {
            // Who called is about to close the tape, so be sure that nobody writes to it any more.
            if (!executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the archive's thread does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
