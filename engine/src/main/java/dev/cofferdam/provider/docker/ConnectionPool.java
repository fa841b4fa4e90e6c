package dev.cofferdam.provider.docker;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A few connections that are kept for the next request. Hijacked ones are not among them. */
final class ConnectionPool implements Closeable {
    private final Dialer dialer;
    private final Semaphore room;
    private final int size;
    private final Deque<HttpConnection> idle = new ArrayDeque<>();
    private boolean closed;

    ConnectionPool(Dialer dialer, int size) {
        this.dialer = dialer;
        this.size = size;
        this.room = new Semaphore(size);
    }

    /** Take a connection, waiting for one when all are in use. */
    HttpConnection take(Deadline deadline) throws IOException {
        awaitRoom(deadline);
        HttpConnection connection = null;
        try {
            connection = kept();
            if (connection == null) {
                connection = new HttpConnection(dialer.dial(deadline));
            }
            return connection;
        } finally {
            if (connection == null) {
                room.release();
            }
        }
    }

    private void awaitRoom(Deadline deadline) throws IOException {
        try {
            if (!room.tryAcquire(deadline.left(), TimeUnit.NANOSECONDS)) {
                throw new SocketTimeoutException("all " + size + " connections to the Docker daemon stayed in use;"
                        + " raise the option connections");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException();
            interrupted.initCause(new ClosedByInterruptException());
            throw interrupted;
        }
    }

    private synchronized @org.jspecify.annotations.Nullable HttpConnection kept() throws IOException {
        if (closed) {
            throw new IOException("the connections to the Docker daemon were closed");
        }
        while (!idle.isEmpty()) {
            HttpConnection connection = idle.pop();
            if (connection.isIdle()) {
                return connection;
            }
            drop(connection);
        }
        return null;
    }

    /** Give a connection back. */
    void give(HttpConnection connection, boolean reusable) {
        boolean keep;
        synchronized (this) {
            keep = reusable && !closed;
            if (keep) {
                idle.push(connection);
            }
        }
        if (!keep) {
            drop(connection);
        }
        room.release();
    }

    private static void drop(HttpConnection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // Nothing is lost with a connection that nobody uses.
            return;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(ConnectionPool::drop);
        idle.clear();
    }
}
