package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.exec.CommandText;
import dev.cofferdam.internal.nio.Failures;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a workspace: nothing, then a session, then closed (WS-LIFE-001, 003, 004). The session is made once, by
 * whoever needs it first.
 */
final class Life {
    private static final Logger LOG = LoggerFactory.getLogger(Life.class);

    /** Long enough for anything; what it bounds is ended by the workspace's close only. */
    private static final Duration UNBOUNDED = Duration.ofDays(365);

    private final SandboxProvider provider;
    private final SandboxRequest request;
    private final Watchdog watchdog;
    private final boolean connected;
    private final ReentrantLock starting = new ReentrantLock();
    private @Nullable Sandbox sandbox;
    private volatile @Nullable Session session;
    private volatile boolean closed;

    Life(SandboxProvider provider, SandboxRequest request, @Nullable Sandbox sandbox, Watchdog watchdog) {
        this.provider = provider;
        this.request = request;
        this.sandbox = sandbox;
        this.connected = sandbox != null;
        this.watchdog = watchdog;
    }

    /** Return the session, making it when this is the first need of it. */
    Session session() throws IOException, InterruptedException {
        Session present = session;
        if (present != null && !closed) {
            return present;
        }
        requireOpen();
        return abortable(this::startOnce);
    }

    private Session startOnce() throws IOException, InterruptedException {
        starting.lockInterruptibly();
        try {
            requireOpen();
            Session present = session;
            if (present == null) {
                present = start();
                session = present;
            }
            return present;
        } finally {
            starting.unlock();
        }
    }

    private Session start() throws IOException, InterruptedException {
        Sandbox created = sandbox != null ? sandbox : provider.create(request);
        try {
            return Session.open(provider, created, request, watchdog);
        } catch (IOException | RuntimeException e) {
            sandbox = null;
            release(created, e);
            throw e;
        }
    }

    private void release(Sandbox created, Exception failure) {
        try {
            created.release(onClose());
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private OnClose onClose() {
        return request.workspace().onClose().orElse(connected ? OnClose.KEEP : OnClose.DESTROY);
    }

    /** Return the id of the sandbox for events, {@code ""} while there is none. */
    String id() {
        Session present = session;
        return present == null ? "" : present.sandbox().id();
    }

    /** Return a command as events may show it. */
    String describe(Command command) {
        return CommandText.of(command, request.workspace());
    }

    /** Run something that the workspace's close aborts, and that has no time limit of its own. */
    <T> T abortable(Operations.Work<T> work) throws IOException, InterruptedException {
        if (watchdog.isWatched()) {
            return work.run();
        }
        try (Watchdog.Watch watch = watchdog.begin(this, UNBOUNDED)) {
            try {
                return work.run();
            } catch (IOException | InterruptedException | WorkspaceException e) {
                WorkspaceException cause = watch.cause();
                if (cause != null) {
                    throw cause.causedBy(e);
                }
                throw e;
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the workspace is closed; open another one");
        }
    }

    /** End everything and release the sandbox; an interrupt does not keep it from that (WS-EXEC-007). */
    void close() {
        closed = true;
        watchdog.abort(this, "the workspace was closed");
        boolean interrupted = Thread.interrupted();
        starting.lock();
        try {
            Session ending = session;
            Sandbox left = sandbox;
            session = null;
            sandbox = null;
            if (ending != null) {
                ending.close(onClose());
            } else if (left != null) {
                left.release(onClose());
            }
        } catch (IOException e) {
            throw Failures.translate(e);
        } finally {
            starting.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        LOG.debug("Closed a workspace of {}", provider.name());
    }
}
