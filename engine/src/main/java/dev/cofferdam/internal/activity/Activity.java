package dev.cofferdam.internal.activity;

import dev.cofferdam.internal.tree.OwnDirectory;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** One workspace's part in what goes on in its root (WS-MOVE-004). Safe for use by several threads. */
public final class Activity implements AutoCloseable {
    private final RootActivity root;
    private final Optional<OwnDirectory> own;
    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    Activity(RootActivity root, Optional<OwnDirectory> own, Runnable onClose) {
        this.root = root;
        this.own = own;
        this.onClose = onClose;
    }

    /**
     * Announce a command; waits while an exclusive operation runs.
     *
     * @param description the command as messages may show it
     * @return the announcement, to be closed, by any thread, when neither the command nor its group is left
     * @throws InterruptedException when the thread is interrupted
     * @throws IOException when the lock cannot be had for another reason than that the root cannot be written
     */
    public CommandHold command(String description) throws IOException, InterruptedException {
        return root.command(description, own);
    }

    /**
     * Have the root to oneself; waits while another exclusive operation runs.
     *
     * @param operation the name of the operation
     * @return the hold, to be closed
     * @throws InterruptedException when the thread is interrupted
     * @throws IOException when the lock cannot be had for another reason than that the root cannot be written
     * @throws dev.cofferdam.workspace.WorkspaceException {@code BUSY} while a command runs or left processes
     */
    public Hold exclusive(String operation) throws IOException, InterruptedException {
        return root.exclusive(operation, own);
    }

    /** Take no part any more. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }

    /** Something that goes on until it is closed, once, by any thread. */
    @FunctionalInterface
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    /** The processes that a command left in its group. */
    @FunctionalInterface
    public interface Members {
        /**
         * Find out which are left.
         *
         * @return a short description of each
         */
        java.util.List<String> left() throws IOException, InterruptedException;
    }

    /** A command that goes on. */
    public interface CommandHold extends Hold {
        /**
         * Tell that the command ended and left processes, which count until they are gone or the hold is closed.
         *
         * @param members finds out which are left
         */
        void left(Members members);
    }
}
