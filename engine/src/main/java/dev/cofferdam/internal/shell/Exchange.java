package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the shell of a sandbox, by helpers that live on, at most two, or by one run after the other. Safe for use by
 * several threads.
 */
final class Exchange implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final int HELPERS = 2;
    private static final int DEATHS = 3;
    private static final int TOKEN_BYTES = 16;
    private static final long BRIEF_LIMIT = TimeUnit.SECONDS.toNanos(30);
    private static final long LONG_LIMIT = TimeUnit.MINUTES.toNanos(15);
    private static final long CLOSE_SECONDS = 5;

    private final Sandbox sandbox;
    private final OneShots oneShots;
    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private final Semaphore slots = new Semaphore(HELPERS, true);
    private final Deque<LivingShell> idle = new ArrayDeque<>();
    private boolean streams;
    private int deaths;
    private boolean closed;

    /**
     * Create an exchange; nothing is started yet.
     *
     * @param streams whether programs of the sandbox take a streamed input
     * @param random makes tokens that nobody can guess
     */
    Exchange(Sandbox sandbox, boolean streams, RandomGenerator random, LongSupplier nanoTime) {
        this.sandbox = sandbox;
        this.streams = streams;
        this.random = random;
        this.nanoTime = nanoTime;
        this.oneShots = new OneShots(sandbox);
    }

    Sandbox sandbox() {
        return sandbox;
    }

    /** Return a token that nobody can guess. */
    String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        synchronized (random) {
            random.nextBytes(bytes);
        }
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * Ask for something.
     *
     * @throws UnknownChangeException when a change may or may not have been made
     * @throws IOException when there is no answer for another reason
     * @throws ClosedByInterruptException when the thread is interrupted, which stays so; what is brief is done all the
     *     same, so that an interrupted operation can clean up
     */
    Answer ask(Request request) throws IOException {
        boolean interrupted = request.effort().isBrief() && Thread.interrupted();
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            acquire(request);
            try {
                return answer(request);
            } finally {
                slots.release();
            }
        } catch (InterruptedException e) {
            interrupted = true;
            ClosedByInterruptException failure = new ClosedByInterruptException();
            failure.initCause(e);
            throw failure;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void acquire(Request request) throws IOException, InterruptedException {
        long limit = request.effort().isBrief() ? BRIEF_LIMIT : LONG_LIMIT;
        if (!slots.tryAcquire(limit, TimeUnit.NANOSECONDS)) {
            throw new IOException("all helper shells of the sandbox were busy for too long");
        }
    }

    private Answer answer(Request request) throws IOException, InterruptedException {
        LivingShell helper = helper();
        if (helper == null) {
            return oneShots.ask(request, token());
        }
        boolean sound = false;
        try {
            long limit = request.effort().isBrief() ? BRIEF_LIMIT : LONG_LIMIT;
            Answer answer = helper.ask(request, token(), limit);
            sound = true;
            if (answer.status() != Answer.FAILED || request.content().length == 0) {
                release(helper);
            } else {
                // It may have ended itself, as it cannot know how much of the content is still to come.
                helper.end();
            }
            return answer;
        } catch (ShellLostException e) {
            died(e);
            if (!request.effort().isRepeatable()) {
                if (Thread.interrupted()) {
                    // An interrupt may close the streams of a helper, and is what the caller knows of.
                    InterruptedException cause = new InterruptedException();
                    cause.initCause(e);
                    throw cause;
                }
                throw new UnknownChangeException(e);
            }
        } finally {
            if (!sound) {
                helper.kill();
            }
        }
        return again(request);
    }

    private Answer again(Request request) throws IOException, InterruptedException {
        return oneShots.ask(request, token());
    }

    /** Return a helper that waits, or a new one; null when there are to be none. */
    private @Nullable LivingShell helper() throws IOException, InterruptedException {
        while (true) {
            LivingShell waiting;
            synchronized (idle) {
                requireOpen();
                if (!streams) {
                    return null;
                }
                waiting = idle.poll();
            }
            if (waiting == null) {
                return start();
            }
            if (waiting.isReady()) {
                return waiting;
            }
            waiting.kill();
        }
    }

    private @Nullable LivingShell start() throws IOException, InterruptedException {
        try {
            return LivingShell.start(sandbox, nanoTime);
        } catch (WorkspaceException e) {
            if (e.code() != ErrorCode.UNSUPPORTED) {
                throw e;
            }
            LOG.debug("The sandbox streams no input, so each request is a run of its own", e);
            synchronized (idle) {
                streams = false;
            }
            return null;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the workspace was closed meanwhile");
        }
    }

    private void release(LivingShell helper) {
        boolean keep;
        synchronized (idle) {
            deaths = 0;
            keep = !closed;
            if (keep) {
                idle.push(helper);
            }
        }
        if (!keep) {
            helper.end();
        }
    }

    private void died(ShellLostException failure) {
        LOG.debug("A helper shell was lost", failure);
        synchronized (idle) {
            deaths++;
            if (deaths >= DEATHS) {
                streams = false;
            }
        }
    }

    /** End the helpers, after what is being asked is answered. */
    @Override
    public void close() {
        synchronized (idle) {
            if (closed) {
                return;
            }
            closed = true;
        }
        boolean interrupted = Thread.interrupted();
        try {
            // Who still asks was aborted before, and lets go of its helper.
            if (slots.tryAcquire(HELPERS, CLOSE_SECONDS, TimeUnit.SECONDS)) {
                slots.release(HELPERS);
            }
            oneShots.close(token());
        } catch (IOException | WorkspaceException e) {
            // A sandbox that is gone has nothing left in it, and the driver says so when it is released.
            LOG.debug("What was made for the contents of requests could not be removed", e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            endIdle();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void endIdle() {
        LivingShell helper = next();
        while (helper != null) {
            helper.end();
            helper = next();
        }
    }

    private @Nullable LivingShell next() {
        synchronized (idle) {
            return idle.poll();
        }
    }
}
