package dev.cofferdam.provider.docker;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command in a container. Whoever waits for it moves its input and output; there is no thread for it.
 *
 * <p>The end of its streams may come late, when others hold them open (WS-EXEC-008), so marks in them say when to ask
 * the daemon, whose record alone counts (WS-EXEC-011).
 */
final class ExecProcess implements SandboxProcess {
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long DRAIN = TimeUnit.MILLISECONDS.toNanos(60);
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_WORDS = 4096;

    private final ExecRecord exec;
    private final HttpConnection connection;
    private final InputFeed feed;
    private final CommandGroup group;
    private final FrameReader frames = new FrameReader(this::take);
    private final MarkScanner stdout;
    private final MarkScanner stderr;
    private final String beginning;
    private final ByteArrayOutputStream firstWords = new ByteArrayOutputStream();
    private boolean begun;
    private boolean over;
    private long markSince = -1;
    private long lastLook;
    private @Nullable Integer exitCode;

    private ExecProcess(
            ExecRecord exec,
            HttpConnection connection,
            ProcessRequest request,
            CommandGroup group,
            String nonce,
            ProcessSink sink) {
        this.exec = exec;
        this.connection = connection;
        this.group = group;
        this.feed = new InputFeed(connection.wire(), request.stdin());
        byte[] mark = ("\036" + nonce + ".").getBytes(StandardCharsets.US_ASCII);
        this.beginning = "\036" + nonce + " ";
        this.stdout = new MarkScanner(mark, sink::stdout);
        this.stderr = new MarkScanner(mark, sink::stderr);
        this.lastLook = Machine.nanos();
    }

    /** Start a command and wait until it really runs; when that fails nothing does. */
    static ExecProcess start(Container container, ProcessRequest request, List<String> env, ProcessSink sink)
            throws IOException, InterruptedException {
        String nonce = Machine.random(16);
        ExecRecord exec = container.exec(CommandWords.of(request, nonce), env, InputFeed.isPresent(request.stdin()));
        CommandGroup group = new CommandGroup(container, request.background() == Background.KILL);
        ExecProcess process = new ExecProcess(exec, exec.start(), request, group, nonce, sink);
        boolean ready = false;
        boolean interrupted = false;
        try {
            interrupted = process.awaitBeginning();
            ready = !interrupted;
        } finally {
            if (!ready) {
                process.abandon();
            }
        }
        if (interrupted) {
            throw new InterruptedException();
        }
        return process;
    }

    /** Wait for the first line of stderr; tell whether the thread was interrupted meanwhile. */
    private boolean awaitBeginning() throws IOException, InterruptedException {
        boolean interrupted = false;
        long start = Machine.nanos();
        try {
            while (!begun) {
                interrupted |= Thread.interrupted();
                int read = connection.readSome();
                if (read < 0) {
                    throw notStarted();
                }
                if (read > 0) {
                    frames.add(connection.buffered());
                } else if (Machine.nanos() - start > TimeUnit.SECONDS.toNanos(60)) {
                    throw new IOException("the Docker daemon did not start the command within 60 s");
                } else {
                    connection.wire().await(false, SILENCE);
                }
            }
        } finally {
            if (interrupted && !begun) {
                Thread.currentThread().interrupt();
            }
        }
        return interrupted;
    }

    private IOException notStarted() throws IOException, InterruptedException {
        exec.exitCode();
        String words = firstWords.toString(StandardCharsets.UTF_8).strip();
        if (words.contains("/bin/sh")) {
            throw Refusals.unavailable(
                    "the image has no /bin/sh, which every command needs: " + words, "choose an image with a shell");
        }
        if (words.isEmpty() || !exec.daemon().isRunning(group.container().id())) {
            throw Daemon.gone();
        }
        return new IOException("the Docker daemon could not start the command: " + Daemon.text(words));
    }

    /** End what was started for nobody. */
    private void abandon() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            if (begun) {
                group.signal(Signal.KILL);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void take(int stream, byte[] bytes, int length) throws IOException {
        if (begun) {
            (stream == 2 ? stderr : stdout).add(bytes, 0, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            if (stream == 2 && bytes[i] == '\n' && isBeginning()) {
                begun = true;
                stderr.add(bytes, i + 1, length - i - 1);
                return;
            }
            if (firstWords.size() < MOST_WORDS) {
                firstWords.write(bytes[i]);
            }
        }
    }

    private boolean isBeginning() {
        String line = firstWords.toString(StandardCharsets.US_ASCII);
        if (!line.startsWith(beginning)) {
            return false;
        }
        String[] words = line.substring(beginning.length()).split(" ", 2);
        group.began(words[0], words.length == 2 ? words[1] : "");
        return true;
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException, InterruptedException {
        long start = Machine.nanos();
        long limit = atMost.compareTo(Duration.ofDays(10_000)) >= 0 ? Long.MAX_VALUE : atMost.toNanos();
        while (exitCode == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean more = feed.move();
            boolean moved = pump();
            if (exitCode != null || look()) {
                break;
            }
            long left = limit - (Machine.nanos() - start);
            if (left <= 0) {
                return OptionalInt.empty();
            }
            if (!moved && !over) {
                connection.wire().await(more, Math.min(left, markSince < 0 ? SILENCE : POLL));
            } else if (over) {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, POLL));
            }
        }
        return OptionalInt.of(exitCode == null ? 0 : exitCode);
    }

    /** Take what came; tell whether anything did. */
    private boolean pump() throws IOException {
        if (over) {
            return false;
        }
        int read;
        try {
            read = connection.readSome();
        } catch (IOException e) {
            // A daemon that goes away resets connections: what its record says counts, if there is one.
            read = -1;
        }
        if (read < 0) {
            over = true;
            return true;
        }
        if (read > 0) {
            frames.add(connection.buffered());
            lastLook = Machine.nanos();
        }
        if (markSince < 0 && (stdout.hasMark() || stderr.hasMark())) {
            markSince = Machine.nanos();
        }
        return read > 0;
    }

    /** Ask the daemon when there is a reason to; tell whether the command has ended. */
    private boolean look() throws IOException, InterruptedException {
        long now = Machine.nanos();
        // Usually the streams end in a moment, and then one question is enough.
        boolean marked = markSince >= 0 && now - markSince >= SHORT;
        boolean silent = now - lastLook >= SILENCE;
        if (!over && !marked && !silent) {
            return false;
        }
        lastLook = now;
        OptionalInt code = exec.exitCode();
        if (code.isPresent()) {
            finish();
            exitCode = code.getAsInt();
            return true;
        }
        if (over && !exec.daemon().isRunning(group.container().id())) {
            throw Daemon.gone();
        }
        if (markSince >= 0 && now - markSince > GRACE) {
            markSince = -1;
            stdout.reject();
            stderr.reject();
            if (stdout.hasMark() || stderr.hasMark()) {
                markSince = now;
            }
        }
        return false;
    }

    /** It has ended; what it printed itself is on its way, or here. */
    private void finish() throws IOException {
        feed.stop();
        long end = Machine.nanos() + DRAIN;
        while (!over && !(stdout.hasMark() && stderr.hasMark()) && Machine.nanos() < end) {
            if (!pump() && !over) {
                connection.wire().await(false, POLL);
            }
        }
        stdout.end();
        group.ended(stderr.end() == '0');
    }

    @Override
    public OutputStream stdin() {
        return feed.stream()
                .orElseThrow(() -> WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT, "the command was given its input when it was started"));
    }

    @Override
    public void signal(Signal signal) throws IOException, InterruptedException {
        group.signal(signal);
    }

    @Override
    public List<String> groupMembers() throws IOException, InterruptedException {
        return group.members();
    }

    @Override
    public void close() {
        feed.stop();
        try {
            connection.close();
        } catch (IOException e) {
            // Nothing is lost with it.
            return;
        }
    }
}
