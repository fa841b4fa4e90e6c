package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A shell that lives in the sandbox and answers one request after the other. Used by one thread at a time. */
final class LivingShell {
    private static final Logger LOG = LoggerFactory.getLogger(LivingShell.class);

    /** What surely fits into the pipe of a helper that waits for a request. */
    private static final int UNREAD = 32 << 10;

    private static final long FIRST_PAUSE = TimeUnit.MICROSECONDS.toNanos(50);
    private static final Duration END = Duration.ofSeconds(1);

    /** How long an interrupted thread goes on waiting for something brief. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private final SandboxProcess process;
    private final OutputStream input;
    private final Inbox inbox;
    private final LongSupplier nanoTime;

    private LivingShell(SandboxProcess process, Inbox inbox, LongSupplier nanoTime) {
        this.process = process;
        this.input = process.stdin();
        this.inbox = inbox;
        this.nanoTime = nanoTime;
    }

    static LivingShell start(Sandbox sandbox, LongSupplier nanoTime) throws IOException, InterruptedException {
        Inbox inbox = new Inbox();
        SandboxProcess process = sandbox.start(Script.serve(), inbox);
        try {
            return new LivingShell(process, inbox, nanoTime);
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /** Tell whether it waits for a request, as far as can be told. */
    boolean isReady() throws InterruptedException {
        try {
            return process.await(Duration.ZERO).isEmpty() && !inbox.hasStray();
        } catch (IOException | WorkspaceException e) {
            LOG.debug("A helper shell is lost", e);
            return false;
        }
    }

    /**
     * Ask for something.
     *
     * @param limit how long to wait for the answer, in nanoseconds
     * @throws ShellLostException when no answer comes; the helper is of no use any more
     * @throws InterruptedException when the thread is interrupted and the request is not brief; likewise
     */
    Answer ask(Request request, String token, long limit) throws ShellLostException, InterruptedException {
        inbox.expect(token);
        Request sent = request.inlined();
        send(sent.head(token), sent.content());
        boolean interrupted = false;
        long deadline = nanoTime.getAsLong() + limit;
        long pause = FIRST_PAUSE;
        int received = 0;
        try {
            while (true) {
                try {
                    Answer answer = answer();
                    if (answer != null) {
                        return answer;
                    }
                    int before = received;
                    received = inbox.received();
                    if (received != before && !inbox.isPushed()) {
                        pause = FIRST_PAUSE;
                        continue; // more may be there already for whoever fetches it
                    }
                    long left = deadline - nanoTime.getAsLong();
                    if (left <= 0) {
                        throw new ShellLostException("the helper shell did not answer to " + request + " in time");
                    }
                    inbox.await(Math.min(left, pause));
                    pause = Math.min(2 * pause, inbox.longestPause());
                } catch (InterruptedException e) {
                    if (!request.effort().isBrief()) {
                        throw e;
                    }
                    interrupted = true;
                    deadline = Math.min(deadline, nanoTime.getAsLong() + GRACE);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private @Nullable Answer answer() throws ShellLostException, InterruptedException {
        Answer answer = inbox.poll();
        if (answer != null) {
            return answer;
        }
        OptionalInt exit;
        try {
            exit = process.await(Duration.ZERO);
        } catch (IOException | WorkspaceException e) {
            throw new ShellLostException("the helper shell was lost", e);
        }
        answer = inbox.poll();
        if (answer == null && exit.isPresent()) {
            throw new ShellLostException("the helper shell ended with code " + exit.getAsInt() + said());
        }
        return answer;
    }

    private String said() {
        String complaints = inbox.complaints();
        return complaints.isEmpty() ? "" : ": " + complaints;
    }

    private void send(byte[] head, byte[] content) {
        byte[] first = head;
        if (head.length + content.length <= UNREAD && content.length > 0) {
            first = new byte[head.length + content.length];
            System.arraycopy(head, 0, first, 0, head.length);
            System.arraycopy(content, 0, first, head.length, content.length);
        }
        boolean whole = content.length == 0 || first != head;
        Feeder feeder = new Feeder(input, first, whole ? new byte[0] : content);
        if (whole && first.length <= UNREAD) {
            feeder.run();
        } else {
            // A helper that does not read must not block whoever waits for its answer.
            feeder.start();
        }
    }

    /** End it at once. */
    void kill() {
        boolean interrupted = Thread.interrupted();
        try {
            process.signal(Signal.KILL);
        } catch (IOException | WorkspaceException e) {
            LOG.debug("A helper shell could not be killed", e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            closeInput();
            process.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** End it when it has nothing to do. */
    void end() {
        closeInput();
        boolean ended = false;
        boolean interrupted = Thread.interrupted();
        try {
            ended = process.await(END).isPresent();
        } catch (IOException | WorkspaceException e) {
            LOG.debug("A helper shell is lost", e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (ended) {
                process.close();
            } else {
                kill();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeInput() {
        try {
            input.close();
        } catch (IOException e) {
            LOG.debug("The input of a helper shell was closed already", e);
        }
    }
}
