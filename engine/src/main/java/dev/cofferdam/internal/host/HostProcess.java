package dev.cofferdam.internal.host;

import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A program and its session. Whoever waits for it also moves its input and output; nothing here blocks on a pipe. */
final class HostProcess implements SandboxProcess {
    /** More than a pipe holds: what is still there after so many bytes comes from a process that lives on. */
    private static final long PIPE_BYTES = 1 << 20;

    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

    private final Process process;
    private final Session session;
    private final Feed feed;
    private final OutputEnd stdout;
    private final OutputEnd stderr;
    private final ProcessSink sink;
    private final Background background;
    private final Drain drain;
    private final Optional<SandboxReport> report;
    private final Consumer<HostProcess> onClose;
    private volatile boolean asked;
    private boolean ended;

    HostProcess(
            Process process,
            Session session,
            Feed feed,
            OutputEnd stdout,
            OutputEnd stderr,
            ProcessSink sink,
            Background background,
            Drain drain,
            Optional<SandboxReport> report,
            Consumer<HostProcess> onClose) {
        this.process = process;
        this.session = session;
        this.feed = feed;
        this.stdout = stdout;
        this.stderr = stderr;
        this.sink = sink;
        this.background = background;
        this.drain = drain;
        this.report = report;
        this.onClose = onClose;
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException, InterruptedException {
        if (!Waiting.await(process, atMost, SHORTEST, this::move)) {
            return OptionalInt.empty();
        }
        finish();
        return OptionalInt.of(process.exitValue());
    }

    private boolean move() throws IOException, InterruptedException {
        try {
            boolean fed = feed.move();
            boolean out = stdout.move(sink::stdout) > 0;
            boolean err = stderr.move(sink::stderr) > 0;
            return fed || out || err;
        } catch (ClosedByInterruptException e) {
            throw Interrupts.of(e);
        }
    }

    /** What the program itself printed is in the pipes by now. */
    private void finish() throws IOException, InterruptedException {
        if (ended) {
            return;
        }
        feed.close();
        // After a TERM the rest has its time to end; whoever sent it looks after that.
        if (background == Background.KEEP || !asked) {
            session.leaderEnded(background == Background.KILL);
        }
        try {
            rest(stdout, sink::stdout);
            rest(stderr, sink::stderr);
        } catch (ClosedByInterruptException e) {
            throw Interrupts.of(e);
        }
        ended = true;
    }

    private static void rest(OutputEnd end, OutputEnd.Taker taker) throws IOException {
        long total = 0;
        int moved = 1;
        while (moved > 0 && total < PIPE_BYTES) {
            moved = end.move(taker);
            total += moved;
        }
    }

    @Override
    public OutputStream stdin() {
        return feed.stream()
                .orElseThrow(() -> WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT, "the command was given its input when it was started"));
    }

    @Override
    public void signal(Signal signal) throws IOException, InterruptedException {
        if (signal == Signal.TERM) {
            asked = true;
        }
        session.signal(signal);
    }

    @Override
    public List<String> groupMembers() throws IOException, InterruptedException {
        return session.members().stream().map(ProcStat::describe).collect(Collectors.toList());
    }

    @Override
    public Optional<SandboxReport> report() {
        return report;
    }

    @Override
    public void close() {
        try {
            feed.close();
            if (background == Background.KEEP) {
                drain.take(stdout);
                drain.take(stderr);
            } else {
                stdout.close();
                stderr.close();
            }
        } catch (IOException e) {
            // Closing a pipe writes nothing that could be lost.
            return;
        } finally {
            onClose.accept(this);
        }
    }

    /** End everything, for the end of the sandbox. */
    void destroy() throws IOException, InterruptedException {
        session.end();
    }

    /** Tell whether it was found that no process of it lives. */
    boolean isOver() {
        return session.isOver();
    }
}
