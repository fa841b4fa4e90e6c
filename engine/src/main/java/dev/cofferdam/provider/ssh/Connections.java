package dev.cofferdam.provider.ssh;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one sandbox: one, on which all programs run, and more only while the server allows no more programs
 * on those that there are. A lost one is replaced when it is next needed.
 */
final class Connections implements AutoCloseable {
    private static final int MOST_TRIES = 4;

    private final Connector connector;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock connecting = new ReentrantLock();
    private final List<Connection> open = new ArrayList<>();
    private boolean closed;

    Connections(Connector connector) {
        this.connector = connector;
    }

    /** A program that was started, and the connection that it runs on. */
    final class Running {
        private final Connection connection;
        private final SshChannel channel;
        private boolean released;

        Running(Connection connection, SshChannel channel) {
            this.connection = connection;
            this.channel = channel;
            channel.addCloseFutureListener(future -> release());
        }

        SshChannel channel() {
            return channel;
        }

        private void release() {
            lock.lock();
            try {
                if (!released) {
                    released = true;
                    connection.giveBack();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Start a program, once: where the server may have been asked already, it is not asked again.
     *
     * @param command the line for the login shell
     * @param arrivals takes its output
     */
    Running start(String command, Arrivals arrivals) throws IOException, InterruptedException {
        IOException last = null;
        for (int i = 0; i < MOST_TRIES; i++) {
            Connection connection = acquire();
            SshChannel channel = new SshChannel(command, arrivals);
            boolean started = false;
            boolean refused = false;
            try {
                connection.open(channel, connector.settings().execTimeout());
                started = true;
                return new Running(connection, channel);
            } catch (IOException e) {
                last = e;
                refused = Connection.has(e, SshChannelOpenException.class);
                if (!refused && (channel.requested() || connection.isOpen())) {
                    throw e;
                }
            } finally {
                if (!started) {
                    giveBack(connection, refused);
                }
            }
        }
        throw WorkspaceException.of(
                        ErrorCode.UNAVAILABLE,
                        "the server " + connector.settings().server()
                                + " lets this user run no program; look into its configuration and log")
                .causedBy(last == null ? new IOException("no program was accepted") : last);
    }

    private void giveBack(Connection connection, boolean refused) {
        lock.lock();
        try {
            if (refused) {
                connection.refused();
            } else {
                connection.giveBack();
            }
        } finally {
            lock.unlock();
        }
    }

    private Connection acquire() throws IOException, InterruptedException {
        Connection free = free();
        if (free != null) {
            return free;
        }
        connecting.lockInterruptibly();
        try {
            free = free();
            if (free != null) {
                return free;
            }
            Connection made = connector.connect();
            lock.lock();
            try {
                if (closed) {
                    made.close();
                    throw closed();
                }
                made.take();
                open.add(made);
                return made;
            } finally {
                lock.unlock();
            }
        } finally {
            connecting.unlock();
        }
    }

    private @Nullable Connection free() {
        lock.lock();
        try {
            if (closed) {
                throw closed();
            }
            open.removeIf(connection -> !connection.isOpen());
            for (Connection connection : open) {
                if (connection.take()) {
                    return connection;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private static WorkspaceException closed() {
        return WorkspaceException.of(ErrorCode.CLOSED, "the sandbox was released");
    }

    /** Close all connections, and with them whatever still runs on them; waits for the threads to end. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            open.forEach(Connection::close);
            open.clear();
        } finally {
            lock.unlock();
        }
        connector.close();
    }
}
