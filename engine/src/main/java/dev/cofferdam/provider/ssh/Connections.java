package dev.cofferdam.provider.ssh;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.client.future.OpenFuture;
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

    /** The room of a program on a connection, until its channel is closed. */
    private final class Room {
        private final Connection connection;
        private boolean left;

        Room(Connection connection) {
            this.connection = connection;
        }

        void leave(boolean refused) {
            lock.lock();
            try {
                if (!left && refused) {
                    connection.refused();
                } else if (!left) {
                    connection.giveBack();
                }
                left = true;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A program that is being started. */
    record Opening(SshChannel channel, OpenFuture future) {}

    /**
     * Begin to start a program that may be needed later. Nobody waits for it, nothing is connected for it, and it never
     * takes the last room of a connection.
     *
     * @param command the line for the login shell
     * @param first what the program gets on its input before anything else
     * @param arrivals takes its output
     * @return what is being started; empty when there is no room
     */
    Optional<Opening> begin(String command, byte[] first, Arrivals arrivals) throws IOException {
        Connection connection = free(2);
        if (connection == null) {
            return Optional.empty();
        }
        Room room = new Room(connection);
        boolean begun = false;
        try {
            SshChannel channel = new SshChannel(command, first, arrivals);
            OpenFuture future = connection.begin(channel);
            begun = true;
            future.addListener(done -> leaveWhere(done.getException(), room));
            channel.addCloseFutureListener(done -> room.leave(false));
            return Optional.of(new Opening(channel, future));
        } finally {
            if (!begun) {
                room.leave(false);
            }
        }
    }

    private static void leaveWhere(@Nullable Throwable failure, Room room) {
        if (failure != null) {
            room.leave(Connection.has(failure, SshChannelOpenException.class));
        }
    }

    /**
     * Start a program, once: where the server may have been asked already, it is not asked again.
     *
     * @param command the line for the login shell
     * @param first what the program gets on its input before anything else
     * @param arrivals takes its output
     */
    SshChannel start(String command, byte[] first, Arrivals arrivals) throws IOException, InterruptedException {
        IOException last = null;
        for (int i = 0; i < MOST_TRIES; i++) {
            Connection connection = acquire();
            Room room = new Room(connection);
            SshChannel channel = new SshChannel(command, first, arrivals);
            boolean started = false;
            boolean refused = false;
            try {
                connection.open(channel, connector.settings().execTimeout());
                started = true;
                channel.addCloseFutureListener(closed -> room.leave(false));
                return channel;
            } catch (IOException e) {
                last = e;
                refused = Connection.has(e, SshChannelOpenException.class);
                if (!refused && (channel.requested() || connection.isOpen())) {
                    throw e;
                }
            } finally {
                if (!started) {
                    room.leave(refused);
                }
            }
        }
        throw WorkspaceException.of(
                        ErrorCode.UNAVAILABLE,
                        "the server " + connector.settings().server()
                                + " lets this user run no program; look into its configuration and log")
                .causedBy(last == null ? new IOException("no program was accepted") : last);
    }

    private Connection acquire() throws IOException, InterruptedException {
        Connection free = free(1);
        if (free != null) {
            return free;
        }
        connecting.lockInterruptibly();
        try {
            free = free(1);
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
                made.take(1);
                open.add(made);
                return made;
            } finally {
                lock.unlock();
            }
        } finally {
            connecting.unlock();
        }
    }

    private @Nullable Connection free(int room) {
        lock.lock();
        try {
            if (closed) {
                throw closed();
            }
            open.removeIf(connection -> !connection.isOpen());
            for (Connection connection : open) {
                if (connection.take(room)) {
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
