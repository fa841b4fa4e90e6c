package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.exec.PlacedProcess;
import dev.cofferdam.internal.launch.Launch;
import dev.cofferdam.internal.launch.Leader;
import dev.cofferdam.internal.launch.Marks;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A command on the server. Whoever waits for it also takes its output. */
final class SshProcess implements PlacedProcess {
    /**
     * How long the server may take to report an end that a mark announced, before a mark that something came after counts
     * as output; long, since a busy server is late, and only who forges marks is held up by it.
     */
    private static final long MARK_GRACE = TimeUnit.SECONDS.toNanos(1);

    /** How long output is waited for that no mark ends, since the shell that makes marks was killed. */
    private static final long OUTPUT_GRACE = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int ROUND = 64;

    private final SshSandbox sandbox;
    private final Machine machine;
    private final SshChannel channel;
    private final Arrivals arrivals;
    private final Marks stdout;
    private final Marks stderr;
    private final Input input;
    private final boolean withInput;
    private final Background background;
    private final ReentrantLock taking = new ReentrantLock();
    private volatile Optional<Leader> leader = Optional.empty();
    private volatile OptionalInt exit = OptionalInt.empty();
    private volatile boolean over;
    private volatile @Nullable Signal last;
    private long markedAt;
    private long exitAt;

    SshProcess(SshSandbox sandbox, Machine machine, Shells.Ready shell, ProcessRequest request, ProcessSink sink) {
        this.sandbox = sandbox;
        this.machine = machine;
        this.channel = shell.channel();
        this.arrivals = shell.arrivals();
        this.stdout = new Marks(shell.token(), sink::stdout);
        this.stderr = new Marks(shell.token(), sink::stderr);
        this.input = new Input(channel.getAsyncIn());
        this.withInput = request.stdin().isPresent();
        this.background = request.background();
    }

    Input input() {
        return input;
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException, InterruptedException {
        long start = machine.nanoTime();
        long limit = Machine.nanos(atMost);
        taking.lockInterruptibly();
        try {
            while (exit.isEmpty()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                long seen = arrivals.changes();
                boolean more = take();
                exit = more ? OptionalInt.empty() : end();
                long left = limit - (machine.nanoTime() - start);
                if (exit.isEmpty() && left <= 0) {
                    return exit;
                }
                if (exit.isEmpty() && !more) {
                    arrivals.await(seen, deciding() ? Math.min(left, SLICE) : left);
                }
            }
            return exit;
        } finally {
            taking.unlock();
        }
    }

    /** Tell whether something is to be decided by time. */
    private boolean deciding() {
        return markedAt != 0 || exitAt != 0;
    }

    /** Deliver a part of what has come; tell whether there may be more. */
    private boolean take() throws IOException {
        for (int i = 0; i < ROUND; i++) {
            Arrivals.Chunk chunk = arrivals.poll();
            if (chunk == null) {
                return false;
            }
            (chunk.error() ? stderr : stdout).accept(chunk.bytes(), 0, chunk.bytes().length);
            channel.taken(chunk.bytes().length);
            if (leader.isEmpty()) {
                leader = stdout.leader();
            }
        }
        return true;
    }

    /** Find out whether the command has ended: the server's word counts, a mark is only a hint (WS-EXEC-011). */
    private OptionalInt end() throws IOException {
        long now = machine.nanoTime() | 1;
        // Looked at in this order: the exit code comes before the end.
        boolean closed = arrivals.isClosed();
        OptionalInt code = channel.exitCode();
        boolean marked = stdout.marked() && stderr.marked();
        if (code.isEmpty()) {
            if (closed) {
                throw WorkspaceException.of(
                        ErrorCode.IO,
                        "the connection to the server was lost while the command ran; it is not run again by itself");
            }
            if (!stdout.followed() && !stderr.followed()) {
                markedAt = 0;
            } else if (markedAt == 0) {
                markedAt = now;
            } else if (now - markedAt > MARK_GRACE) {
                stdout.deny();
                stderr.deny();
                markedAt = 0;
            }
            return code;
        }
        exitAt = exitAt == 0 ? now : exitAt;
        if (!marked && !arrivals.isEnded() && now - exitAt <= OUTPUT_GRACE) {
            return OptionalInt.empty();
        }
        if (leader.isEmpty()) {
            throw noShell(code.getAsInt());
        }
        stdout.end();
        stderr.end();
        return code;
    }

    private WorkspaceException noShell(int code) {
        String said = (stderr.noise() + " " + stdout.noise()).strip().replaceAll("\\s+", " ");
        return WorkspaceException.of(
                ErrorCode.UNAVAILABLE,
                "the server did not start the shell of a command; its own ended with exit code " + code
                        + (said.isEmpty() ? "" : ": " + said.substring(0, Math.min(said.length(), 200))));
    }

    @Override
    public boolean wasMisplaced() {
        return exit.equals(OptionalInt.of(Launch.MISPLACED)) && stdout.misplaced() && stderr.misplaced();
    }

    @Override
    public OutputStream stdin() {
        if (withInput) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "the command was given its input when it was started");
        }
        return input.stream();
    }

    /** Wait until it is known who leads; empty when the command ended before. */
    private Optional<Leader> leader() throws IOException, InterruptedException {
        long start = machine.nanoTime();
        long limit = Machine.nanos(sandbox.settings().execTimeout());
        while (leader.isEmpty() && exit.isEmpty() && !arrivals.isClosed() && machine.nanoTime() - start < limit) {
            long seen = arrivals.changes();
            // Nobody may be waiting for the command just now, so its first output is taken here.
            if (taking.tryLock()) {
                try {
                    take();
                } finally {
                    taking.unlock();
                }
            }
            if (leader.isEmpty()) {
                arrivals.await(seen, SLICE);
            }
        }
        return leader;
    }

    @Override
    public void signal(Signal signal) throws IOException, InterruptedException {
        // CONT went along with TERM, in one request.
        if (signal != Signal.CONT || last != Signal.TERM) {
            group(Optional.of(signal));
        }
        last = signal;
    }

    @Override
    public List<String> groupMembers() throws IOException, InterruptedException {
        return group(Optional.empty());
    }

    private List<String> group(Optional<Signal> signal) throws IOException, InterruptedException {
        Optional<Leader> known = over ? Optional.empty() : leader();
        if (known.isEmpty()) {
            return List.of();
        }
        List<String> members = sandbox.group(known.get(), signal);
        if (members.isEmpty() && (exit.isPresent() || arrivals.isClosed())) {
            // From now on the number may belong to somebody else.
            over = true;
        }
        return members;
    }

    /** Tell whether it was found that no process of it lives. */
    boolean isOver() {
        return over;
    }

    /** Tell whether it may have processes that were not ended with it. */
    boolean mayLive() {
        return !over && (exit.isEmpty() || background == Background.KEEP);
    }

    @Override
    public OptionalInt endedBySignal() {
        return channel.endedBySignal();
    }

    @Override
    public void close() {
        input.close();
        if (background == Background.KEEP && !arrivals.isClosed()) {
            // Whoever holds the output open could not print without a reader.
            try {
                channel.taken(arrivals.drop());
            } catch (IOException e) {
                channel.close(true);
            }
        } else {
            arrivals.drop();
            channel.close(false);
        }
        sandbox.closed(this);
    }
}
