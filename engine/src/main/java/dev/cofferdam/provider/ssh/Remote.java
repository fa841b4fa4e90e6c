package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.launch.LaunchProbe;
import dev.cofferdam.spi.Shell;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Runs programs on the server, through the login shell of its user. */
final class Remote implements AutoCloseable {
    private static final int LARGEST = 1 << 22;
    private static final long OUTPUT_GRACE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Connections connections;
    private final SshSettings settings;
    private final Machine machine;

    Remote(Connections connections, SshSettings settings, Machine machine) {
        this.connections = connections;
        this.settings = settings;
        this.machine = machine;
    }

    /**
     * Start a program.
     *
     * @param words the program and its arguments, which everybody on the server can see
     * @param first what it gets on its input before anything else
     * @param arrivals takes its output
     */
    SshChannel start(List<String> words, byte[] first, Arrivals arrivals) throws IOException, InterruptedException {
        return connections.start(line(words), first, arrivals);
    }

    /** Begin to start a program that may be needed later; empty when there is no room for it. */
    Optional<Connections.Opening> begin(List<String> words, byte[] first, Arrivals arrivals) throws IOException {
        return connections.begin(line(words), first, arrivals);
    }

    SshSettings settings() {
        return settings;
    }

    private static String line(List<String> words) {
        // What takes the place of the login shell also leads the session that the server made for it.
        return "exec " + Shell.shellCommand(words);
    }

    /**
     * Run one of the library's own programs to its end, without input. It must do no harm when it is run twice: that
     * happens when the connection is lost meanwhile.
     */
    LaunchProbe.Outcome run(List<String> words) throws IOException, InterruptedException {
        try {
            return runOnce(words);
        } catch (IOException e) {
            return runOnce(words);
        }
    }

    /**
     * Run one of the library's own programs to its end, without input, and never a second time.
     *
     * @throws IOException when the connection is lost meanwhile; it is not known then whether the program was run
     */
    LaunchProbe.Outcome runOnce(List<String> words) throws IOException, InterruptedException {
        long start = machine.nanoTime();
        long limit = Machine.nanos(settings.execTimeout());
        Arrivals arrivals = new Arrivals();
        SshChannel channel = start(words, new byte[0], arrivals);
        try {
            channel.getAsyncIn().close(false);
            ByteArrayOutputStream stdout = new ByteArrayOutputStream();
            ByteArrayOutputStream stderr = new ByteArrayOutputStream();
            long exitAt = 0;
            while (true) {
                long seen = arrivals.changes();
                for (Arrivals.Chunk chunk = arrivals.poll(); chunk != null; chunk = arrivals.poll()) {
                    keep(chunk.error() ? stderr : stdout, chunk.bytes());
                    channel.taken(chunk.bytes().length);
                }
                // Looked at in this order: the exit code comes before the end.
                boolean closed = arrivals.isClosed();
                OptionalInt exit = channel.exitCode();
                long now = machine.nanoTime() | 1;
                exitAt = exit.isPresent() && exitAt == 0 ? now : exitAt;
                if (exit.isPresent() && (arrivals.isEnded() || now - exitAt > OUTPUT_GRACE)) {
                    return new LaunchProbe.Outcome(
                            exit.getAsInt(),
                            stdout.toString(StandardCharsets.UTF_8),
                            stderr.toString(StandardCharsets.UTF_8));
                }
                if (closed) {
                    throw new IOException("the connection to the server was lost");
                }
                if (now - start > limit) {
                    throw WorkspaceException.of(
                            ErrorCode.TIMED_OUT, "the server did not run a program in time (option execTimeout)");
                }
                arrivals.await(seen, exit.isPresent() ? OUTPUT_GRACE : limit - (now - start));
            }
        } finally {
            arrivals.drop();
            channel.close(false);
        }
    }

    private static void keep(ByteArrayOutputStream to, byte[] bytes) throws IOException {
        if (to.size() + bytes.length > LARGEST) {
            throw WorkspaceException.of(ErrorCode.IO, "the server's shell prints more than it was asked for");
        }
        to.write(bytes);
    }

    @Override
    public void close() {
        connections.close();
    }
}
