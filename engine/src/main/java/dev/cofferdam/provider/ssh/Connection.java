package dev.cofferdam.provider.ssh;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.future.CancelOption;
import org.apache.sshd.common.future.VerifiableFuture;
import org.apache.sshd.common.session.ConnectionService;

/** One authenticated connection, and how many programs run on it. The counts are guarded by {@link Connections}. */
final class Connection {
    private final ClientSession session;
    private final int limit;
    private int running;
    private boolean full;

    Connection(ClientSession session, int limit) {
        this.session = session;
        this.limit = limit;
    }

    boolean isOpen() {
        return session.isOpen() && session.isAuthenticated();
    }

    /** Take room for a program, if there is room for as many as that. */
    boolean take(int room) {
        if (full || running + room > limit || !isOpen()) {
            return false;
        }
        running++;
        return true;
    }

    void giveBack() {
        running--;
        full = false;
    }

    /** The server allows no more, until one of those that run ends. */
    void refused() {
        running--;
        full = true;
    }

    void close() {
        session.close(true);
    }

    /** Start a program; when the failure has a {@code SshChannelOpenException}, the server has started nothing. */
    void open(SshChannel channel, Duration timeout) throws IOException, InterruptedException {
        awaitOpen(begin(channel), channel, timeout);
    }

    /** Begin to start a program, without a wait for the server. */
    OpenFuture begin(SshChannel channel) throws IOException {
        ConnectionService service = session.getService(ConnectionService.class);
        if (service == null) {
            throw new IOException("the connection to the server was lost");
        }
        service.registerChannel(channel);
        boolean begun = false;
        try {
            OpenFuture opening = channel.open();
            begun = true;
            return opening;
        } finally {
            if (!begun) {
                channel.close(true);
            }
        }
    }

    /** Wait until a program is started that was begun before. */
    static void awaitOpen(OpenFuture opening, SshChannel channel, Duration timeout)
            throws IOException, InterruptedException {
        try {
            await(opening, timeout, "the server did not accept a program in time (option execTimeout)");
        } finally {
            if (!channel.isOpen() || !channel.requested()) {
                channel.close(true);
            }
        }
    }

    /** Wait for what the server answers; a wait that is given up closes nothing that others use. */
    static <T extends VerifiableFuture<T>> T await(T future, Duration timeout, String late)
            throws IOException, InterruptedException {
        try {
            return future.verify(timeout, CancelOption.CANCEL_ON_INTERRUPT, CancelOption.CANCEL_ON_TIMEOUT);
        } catch (InterruptedIOException e) {
            Thread.interrupted();
            InterruptedException interrupted = new InterruptedException();
            interrupted.initCause(e);
            throw interrupted;
        } catch (IOException e) {
            if (has(e, TimeoutException.class)) {
                throw WorkspaceException.of(ErrorCode.TIMED_OUT, late)
                        .causedBy(e)
                        .asRetryable();
            }
            throw e;
        }
    }

    /** Tell whether a failure is of a kind, or was caused by one. */
    static boolean has(Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
