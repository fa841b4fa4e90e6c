package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.Feed;
import dev.cofferdam.internal.host.OutputEnd;
import dev.cofferdam.internal.host.ProcStat;
import dev.cofferdam.internal.host.Waiting;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A command in its sandbox. Whoever waits for it also moves its input and output; nothing here blocks on a pipe. */
final class OsProcess implements SandboxProcess {
    private static final long SHORTEST = TimeUnit.MICROSECONDS.toNanos(500);
    private static final int FIRST_WORDS = 4096;
    private static final int KILLED = 128 + 9;

    private final Process outer;
    private final ProcessTree tree;
    private final CommandPlace place;
    private final Streams streams;
    private final ProcessSink sink;
    private final Ending ending;
    private final ByteArrayOutputStream firstErrors = new ByteArrayOutputStream();
    private final ByteArrayOutputStream lastErrors = new ByteArrayOutputStream();
    private final Object settling = new Object();
    private volatile boolean killed;
    private boolean settled;
    private @Nullable Integer exitCode;

    /** The three streams of a command. */
    record Streams(Feed input, OutputEnd output, OutputEnd errors) {}

    /** What is to be done once no process of the command is left. */
    interface Ending {
        /** Give back what the command held; {@code stderr} is the end of its errors. */
        void settle(OsProcess process, byte[] stderr) throws IOException;

        /** Return what the sandbox has to say. */
        SandboxReport report();
    }

    OsProcess(Process outer, ProcessTree tree, CommandPlace place, Streams streams, ProcessSink sink, Ending ending) {
        this.outer = outer;
        this.tree = tree;
        this.place = place;
        this.streams = streams;
        this.sink = sink;
        this.ending = ending;
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException, InterruptedException {
        boolean ended = Waiting.await(outer, atMost, SHORTEST, () -> {
            tree.look();
            return move();
        });
        return ended ? OptionalInt.of(finish()) : OptionalInt.empty();
    }

    private boolean move() throws IOException, InterruptedException {
        try {
            boolean fed = streams.input().move();
            boolean out = streams.output().move(sink::stdout) > 0;
            boolean err = streams.errors().move(this::stderr) > 0;
            return fed || out || err;
        } catch (ClosedByInterruptException e) {
            throw Interrupts.of(e);
        }
    }

    private void stderr(byte[] bytes, int length) throws IOException {
        if (firstErrors.size() < FIRST_WORDS) {
            firstErrors.write(bytes, 0, Math.min(length, FIRST_WORDS - firstErrors.size()));
        }
        keep(bytes, length);
        sink.stderr(bytes, length);
    }

    private void keep(byte[] bytes, int length) {
        if (lastErrors.size() + length > 2 * ViolationScan.MAX_BYTES) {
            byte[] all = lastErrors.toByteArray();
            lastErrors.reset();
            int from = Math.max(0, all.length - ViolationScan.MAX_BYTES);
            lastErrors.write(all, from, all.length - from);
        }
        lastErrors.write(bytes, 0, length);
    }

    /** The outer process ended; with its last one the pipes hold all there will ever be. */
    private int finish() throws IOException, InterruptedException {
        Integer known = exitCode;
        if (known != null) {
            return known;
        }
        streams.input().close();
        tree.awaitGone(killed);
        boolean more = true;
        while (more) {
            more = move();
        }
        int code = judge(outer.exitValue());
        exitCode = code;
        settle();
        return code;
    }

    /** Tell the command's own exit code from those of the sandbox, which fails closed. */
    private int judge(int code) throws IOException {
        if (killed || code > 128 || place.commandRan()) {
            return code;
        }
        String words = firstErrors.toString(StandardCharsets.UTF_8);
        int at = words.lastIndexOf("bwrap: execvp ");
        if (at >= 0) {
            return words.indexOf("No such file or directory", at) >= 0 ? 127 : 126;
        }
        settle();
        throw Obstacle.of(words).failure("the sandbox of a command could not be set up", words);
    }

    @Override
    public OutputStream stdin() {
        return streams.input().stream()
                .orElseThrow(() -> WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT, "the command was given its input when it was started"));
    }

    @Override
    public void signal(Signal signal) throws IOException, InterruptedException {
        if (signal == Signal.KILL) {
            killed = true;
            tree.end();
        } else {
            tree.signal(signal);
        }
    }

    @Override
    public List<String> groupMembers() {
        return tree.members().stream().map(ProcStat::describe).collect(Collectors.toList());
    }

    @Override
    public OptionalInt endedBySignal() {
        Integer code = exitCode;
        return killed && code != null && code == KILLED ? OptionalInt.of(Signal.KILL.number()) : OptionalInt.empty();
    }

    @Override
    public Optional<SandboxReport> report() {
        return Optional.of(ending.report());
    }

    @Override
    public void close() {
        try {
            streams.input().close();
            streams.output().close();
            streams.errors().close();
        } catch (IOException e) {
            // Closing a pipe writes nothing that could be lost.
            return;
        }
    }

    /** End everything, for the end of the sandbox. */
    void destroy() throws IOException, InterruptedException {
        killed = true;
        tree.end();
        close();
        settle();
    }

    private void settle() throws IOException {
        synchronized (settling) {
            if (!settled) {
                ending.settle(this, lastErrors.toByteArray());
                settled = true;
            }
        }
    }
}
