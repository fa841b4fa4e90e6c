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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command in a container. Whoever waits for it moves its input and output; there is no thread for it.
 *
 * <p>The end of its streams may come late, when others hold them open (WS-EXEC-008), so marks in them say when to look.
 * The exit code is the one that the daemon tells, or has in its record (WS-EXEC-011).
 */
final class ExecProcess implements SandboxProcess {
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long CONTAINER_END = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long DRAIN = TimeUnit.MILLISECONDS.toNanos(60);
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(5);
    /** How long the daemon may take to tell an end before its record is asked. */
    private static final long TELLING = TimeUnit.MILLISECONDS.toNanos(250);
    /** A mark that is looked into for longer was output. */
    private static final long FORGED = 8 * SHORT;

    private static final long START = TimeUnit.SECONDS.toNanos(60);
    private static final Pattern TOLD = Pattern.compile("([0-9]{1,3});([^;]*);");
    private static final int MOST_WORDS = 4096;

    /** Held by whoever moves input and output. */
    private final Object pumping = new Object();

    private final ExecRecord exec;
    private final ExecEnds ends;
    private final HttpConnection connection;
    private final InputFeed feed;
    private final CommandGroup group;
    private final FrameReader frames = new FrameReader(this::take);
    private final MarkScanner stdout;
    private final MarkScanner stderr;
    private final String beginning;
    private final ByteArrayOutputStream firstWords = new ByteArrayOutputStream();
    private final ByteArrayOutputStream early = new ByteArrayOutputStream();
    private boolean begun;
    private boolean over;
    private long markSince = -1;
    private long lastLook;
    private long patience = SHORT;
    private @Nullable Integer toldCode;
    private @Nullable Integer exitCode;

    private ExecProcess(
            ExecRecord exec,
            HttpConnection connection,
            ProcessRequest request,
            CommandGroup group,
            String nonce,
            ProcessSink sink) {
        this.exec = exec;
        this.ends = group.container().ends();
        this.connection = connection;
        this.group = group;
        this.feed = new InputFeed(connection.wire(), request.stdin());
        byte[] mark = ("\036" + nonce + ".").getBytes(StandardCharsets.US_ASCII);
        this.beginning = "\036" + nonce + " ";
        this.stdout = new MarkScanner(mark, sink::stdout);
        this.stderr = new MarkScanner(mark, sink::stderr);
        this.lastLook = Machine.nanos();
    }

    /** Start a command; when the thread is interrupted nothing runs. */
    static ExecProcess start(Container container, ProcessRequest request, List<String> env, ProcessSink sink)
            throws IOException, InterruptedException {
        String nonce = Machine.random(16);
        ExecRecord exec = container.exec(CommandWords.of(request, nonce), env, InputFeed.isPresent(request.stdin()));
        CommandGroup group = new CommandGroup(container, request.background() == Background.KILL);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        HttpConnection connection = begin(container, exec);
        ExecProcess process = new ExecProcess(exec, connection, request, group, nonce, sink);
        if (Thread.interrupted()) {
            process.abandon();
            throw new InterruptedException();
        }
        return process;
    }

    private static HttpConnection begin(Container container, ExecRecord exec) throws IOException, InterruptedException {
        container.ends().expect(exec.id());
        boolean done = false;
        try {
            HttpConnection connection = exec.start();
            done = true;
            return connection;
        } finally {
            if (!done) {
                container.ends().forget(exec.id());
            }
        }
    }

    /** End what was started for nobody. */
    private void abandon() throws IOException {
        boolean again = false;
        try {
            signal(Signal.KILL);
        } catch (InterruptedException e) {
            again = true;
        } finally {
            close();
            if (again) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Wait until it is known who leads the session, if it ever was started. */
    private void awaitBeginning() throws IOException, InterruptedException {
        long start = Machine.nanos();
        while (!group.hasBegun()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            synchronized (pumping) {
                if (over || group.hasBegun()) {
                    return;
                }
                if (Machine.nanos() - start > START) {
                    throw new IOException("the Docker daemon did not start the command in time");
                }
                if (!pump()) {
                    connection.wire().await(false, SHORT);
                }
            }
        }
    }

    private IOException notStarted() throws IOException, InterruptedException {
        String words = (early.toString(StandardCharsets.UTF_8) + firstWords.toString(StandardCharsets.UTF_8)).strip();
        if (words.contains("/bin/sh")) {
            throw Refusals.unavailable(
                    "the image has no /bin/sh, which every command needs: " + words, "choose an image with a shell");
        }
        if (words.isEmpty() || !exec.daemon().isRunning(group.container().id())) {
            throw Daemon.gone();
        }
        return new IOException("the Docker daemon could not start the command: " + Daemon.text(words));
    }

    private void take(int stream, byte[] bytes, int length) throws IOException {
        if (begun) {
            (stream == 2 ? stderr : stdout).add(bytes, 0, length);
            return;
        }
        if (stream != 2) {
            // The streams reach us in no order: this is output, or says why nothing was started.
            early.write(bytes, 0, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n' && isBeginning()) {
                begun = true;
                stdout.add(early.toByteArray(), 0, early.size());
                early.reset();
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
        long limit = atMost.compareTo(Duration.ofDays(10_000)) >= 0 ? Long.MAX_VALUE : atMost.toNanos();
        synchronized (pumping) {
            return await(Machine.nanos(), limit);
        }
    }

    private OptionalInt await(long start, long limit) throws IOException, InterruptedException {
        while (exitCode == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean more = feed.move();
            boolean moved = pump();
            if (look()) {
                break;
            }
            long left = limit - (Machine.nanos() - start);
            if (left <= 0) {
                return OptionalInt.empty();
            }
            if (over) {
                awaitRecord(Math.min(left, POLL));
            } else if (!moved) {
                connection.wire().await(more, Math.min(left, markSince < 0 ? SILENCE : POLL));
            }
        }
        return OptionalInt.of(exitCode == null ? 0 : exitCode);
    }

    /** The streams have ended, and the daemon tells the exit code in a moment. */
    private void awaitRecord(long nanos) throws IOException, InterruptedException {
        if (ends.isOpen()) {
            ends.await(exec.id(), nanos);
        } else {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
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

    /** Look whether it has ended when there is a reason to; tell whether it has. */
    private boolean look() throws IOException, InterruptedException {
        if (over || markSince >= 0) {
            OptionalInt told = ends.await(exec.id(), 0);
            if (told.isPresent()) {
                end(told.getAsInt(), false);
                return true;
            }
        }
        long now = Machine.nanos();
        // Usually the streams end in a moment, and with them comes the record.
        boolean marked = markSince >= 0 && (now - markSince >= (over ? 10 * patience : patience) || isFull());
        // Without a mark, and with a daemon that tells ends, there is little reason to ask.
        boolean willTell =
                ends.isOpen() && group.hasBegun() && group.container().isHeld();
        long silence = !willTell ? SILENCE : over ? TELLING : 12 * SILENCE;
        if (marked && willTell) {
            judge();
        } else if (marked || (over && !willTell) || now - lastLook >= silence) {
            lastLook = now;
            ask(marked);
        }
        return exitCode != null;
    }

    private void ask(boolean marked) throws IOException, InterruptedException {
        OptionalInt code = exec.exitCode();
        if (code.isPresent()) {
            if (over && !group.hasBegun()) {
                throw notStarted();
            }
            end(code.getAsInt(), true);
        } else if (marked) {
            judge();
        } else if (over) {
            requireContainer();
        }
    }

    /**
     * It has ended, with a code that the daemon tells. Labels of the image can hide the code of an event, so one that is
     * not the code of the mark is looked up in the record.
     */
    private void end(int code, boolean recorded) throws IOException, InterruptedException {
        finish();
        int found = code;
        if (!recorded && !Integer.valueOf(code).equals(toldCode)) {
            found = exec.exitCode().orElse(code);
        }
        if (toldCode == null && !group.wasKilled()) {
            // Somebody killed it, and maybe with it the container, which takes a moment to be gone.
            awaitEndOfContainer();
        }
        exitCode = found;
    }

    /**
     * The daemon records ends in order, and waits two seconds for the end of the streams of each, which others may hold
     * open. Whether the command's leader has ended is seen in the container all the same, and then its mark has the exit
     * code.
     */
    private void judge() throws IOException, InterruptedException {
        if (group.isRunning()) {
            // A shell that waits for its turn to end is not taken for a forger, who has more to say.
            if (isFull() || (patience >= FORGED && (stdout.isFollowed() || stderr.isFollowed()))) {
                stdout.reject();
                stderr.reject();
            }
            markSince = stdout.hasMark() || stderr.hasMark() ? Machine.nanos() : -1;
            // Whoever prints marks of its own only slows itself down.
            patience = Math.min(2 * patience, SILENCE);
            return;
        }
        finish();
        // Without a code its leader did not come to tell one, and the record is waited for.
        exitCode = toldCode;
        if (toldCode == null) {
            markSince = -1;
            over = true;
        }
    }

    private boolean isFull() {
        return stdout.isFull() || stderr.isFull();
    }

    private void awaitEndOfContainer() throws IOException, InterruptedException {
        long start = Machine.nanos();
        while (Machine.nanos() - start < CONTAINER_END) {
            requireContainer();
            TimeUnit.NANOSECONDS.sleep(SHORT);
        }
    }

    private void requireContainer() throws IOException, InterruptedException {
        if (!group.container().isAlive()) {
            throw Daemon.gone();
        }
    }

    /** It has ended; what it printed itself is on its way, or here. */
    private void finish() throws IOException {
        feed.stop();
        // Where one mark is the other one follows; without any, silence has to do.
        long wait = stdout.hasMark() || stderr.hasMark() ? SILENCE : DRAIN;
        long since = Machine.nanos();
        while (!over && !(stdout.hasMark() && stderr.hasMark()) && Machine.nanos() - since < wait) {
            if (pump()) {
                since = Machine.nanos();
            } else if (!over) {
                connection.wire().await(false, POLL);
            }
        }
        stdout.end();
        Matcher told = TOLD.matcher(stderr.end());
        if (told.lookingAt()) {
            toldCode = Integer.parseInt(told.group(1));
            group.ended(told.group(2));
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
        awaitBeginning();
        group.signal(signal);
    }

    @Override
    public List<String> groupMembers() throws IOException, InterruptedException {
        return group.members();
    }

    @Override
    public void close() {
        feed.stop();
        ends.forget(exec.id());
        try {
            connection.close();
        } catch (IOException e) {
            // Nothing is lost with it.
            return;
        }
    }
}
