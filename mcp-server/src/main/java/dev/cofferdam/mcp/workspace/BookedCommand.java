package dev.cofferdam.mcp.workspace;

import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A command that was started by a tool, with all its output and, once it ended, its result. */
final class BookedCommand implements AutoCloseable {
    private final String id;
    private final String line;
    private final OutputSpool stdout;
    private final OutputSpool stderr;
    private final Machine machine;
    private final long started;
    private @Nullable RunningCommand running;
    private @Nullable CommandResult result;
    private @Nullable WorkspaceException failure;
    private long ended;
    private boolean stopped;

    BookedCommand(String id, String line, OutputSpool stdout, OutputSpool stderr, Machine machine) {
        this.id = id;
        this.line = line;
        this.stdout = stdout;
        this.stderr = stderr;
        this.machine = machine;
        this.started = machine.nanos();
    }

    String id() {
        return id;
    }

    String line() {
        return line;
    }

    OutputSpool stdout() {
        return stdout;
    }

    OutputSpool stderr() {
        return stderr;
    }

    synchronized void runningAs(RunningCommand command) {
        running = command;
        command.onExit().whenComplete(this::ended);
    }

    private synchronized void ended(@Nullable CommandResult exit, @Nullable Throwable thrown) {
        result = exit;
        if (thrown != null) {
            failure = thrown instanceof WorkspaceException known
                    ? known
                    : WorkspaceException.of(ErrorCode.IO, "the command failed").causedBy(thrown);
        }
        ended = machine.nanos();
        notifyAll();
    }

    synchronized boolean isRunning() {
        return result == null && failure == null;
    }

    synchronized boolean wasStopped() {
        return stopped;
    }

    synchronized Optional<CommandResult> result() {
        return Optional.ofNullable(result);
    }

    /** What made the command fail, other than being stopped. */
    synchronized Optional<WorkspaceException> failure() {
        return stopped ? Optional.empty() : Optional.ofNullable(failure);
    }

    /** How long it has run, or ran. */
    synchronized Duration age() {
        return Duration.ofNanos((isRunning() ? machine.nanos() : ended) - started);
    }

    /** How long ago it ended. */
    synchronized Duration sinceEnd() {
        return isRunning() ? Duration.ZERO : Duration.ofNanos(machine.nanos() - ended);
    }

    /** Waits until the command has ended, but no longer than that. */
    synchronized boolean awaitEnd(Duration atMost) throws InterruptedException {
        long deadline = machine.nanos() + atMost.toNanos();
        for (long left = atMost.toNanos(); isRunning() && left > 0; left = deadline - machine.nanos()) {
            wait(Math.max(1, Duration.ofNanos(left).toMillis()));
        }
        return !isRunning();
    }

    /** Ends the command with all that it started, and waits until it is gone. */
    void stop(String reason) {
        RunningCommand command;
        synchronized (this) {
            if (!isRunning()) {
                return;
            }
            stopped = true;
            command = running;
        }
        if (command != null) {
            command.kill(reason);
            command.close();
        }
    }

    @Override
    public void close() throws IOException {
        stop("the server ends");
        try (stdout) {
            stderr.close();
        }
    }
}
