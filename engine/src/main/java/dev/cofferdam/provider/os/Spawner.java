package dev.cofferdam.provider.os;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Starts sandboxes on one thread that never ends. The kernel ends a sandbox together with the thread that started it,
 * not with its process: one that was started by a thread of a pool would die when the pool shrinks.
 */
final class Spawner {
    private final BlockingQueue<FutureTask<Process>> tasks = new LinkedBlockingQueue<>();
    private final ReentrantLock starting;
    private boolean running;

    /**
     * Create a spawner.
     *
     * @param starting the lock that is held while a program is being started
     */
    Spawner(ReentrantLock starting) {
        this.starting = starting;
    }

    /**
     * What a program reads and prints into.
     *
     * @param input its input
     * @param output where its output goes
     * @param errors where its errors go
     */
    record Files(File input, File output, File errors) {
        static final File NULL = new File("/dev/null");
    }

    /**
     * Start a program in the top directory; an interrupt is put off, as the program would run on for nobody.
     *
     * @param words the program and its arguments
     * @param environment all its variables
     * @param files what it reads and prints into
     */
    Process start(List<String> words, Map<String, String> environment, Files files) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(new File("/"))
                .redirectInput(files.input())
                .redirectOutput(files.output())
                .redirectError(files.errors());
        builder.environment().clear();
        builder.environment().putAll(environment);
        FutureTask<Process> task = new FutureTask<>(() -> startOne(builder));
        ensureThread();
        tasks.add(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IOException("the sandbox could not be started", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Process startOne(ProcessBuilder builder) throws IOException {
        starting.lock();
        try {
            return builder.start();
        } finally {
            starting.unlock();
        }
    }

    private synchronized void ensureThread() {
        if (!running) {
            Thread thread = new Thread(this::run, "cofferdam-spawner");
            thread.setDaemon(true);
            thread.start();
            running = true;
        }
    }

    private void run() {
        while (true) {
            try {
                tasks.take().run();
            } catch (InterruptedException e) {
                // Nobody has a reason to interrupt this thread, and its end would end all sandboxes.
            }
        }
    }
}
