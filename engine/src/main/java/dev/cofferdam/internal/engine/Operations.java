package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.nio.Failures;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OperationEvent;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceListener;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.ClosedFileSystemException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every operation has in common: its time, its failures, and who is told of it. */
final class Operations {
    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

    private final Object owner;
    private final WorkspaceOptions options;
    private final Watchdog watchdog;
    private final LongSupplier nanoTime;
    private final Supplier<String> workspaceId;

    Operations(
            Object owner,
            WorkspaceOptions options,
            Watchdog watchdog,
            LongSupplier nanoTime,
            Supplier<String> workspaceId) {
        this.owner = owner;
        this.options = options;
        this.watchdog = watchdog;
        this.nanoTime = nanoTime;
        this.workspaceId = workspaceId;
    }

    /** The work of an operation. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Run the part of an operation that must end within {@code operationTimeout} (WS-FILE-011). */
    <T> T bounded(Work<T> work) throws IOException, InterruptedException {
        try (Watchdog.Watch watch = watchdog.begin(owner, options.limits().operationTimeout())) {
            try {
                return work.run();
            } catch (IOException | InterruptedException | WorkspaceException e) {
                WorkspaceException cause = watch.cause();
                if (cause != null) {
                    throw cause.causedBy(e);
                }
                throw e;
            }
        }
    }

    /** Run an operation that looks after its time itself. */
    <T> T untimed(String name, @Nullable String subject, Work<T> work) {
        return told(name, subject, () -> translated(subject, work));
    }

    /** Run a command, which looks after its time itself and whose failures are not about a path. */
    <T> T command(String name, String words, Work<T> work) {
        return told(name, words, () -> translated(null, work));
    }

    private static <T> T translated(@Nullable String subject, Work<T> work) {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
        try {
            return work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted().causedBy(e);
        } catch (ClosedDirectoryStreamException | ClosedFileSystemException e) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the workspace was closed meanwhile")
                    .causedBy(e);
        } catch (StackOverflowError e) {
            // Directories within directories are as deep as somebody's command likes; WS-ERR-001 all the same.
            throw WorkspaceException.of(ErrorCode.IO, "directories are nested too deep for the stack of this thread")
                    .causedBy(e);
        } catch (IOException e) {
            throw subject == null ? Failures.translate(e) : Failures.translate(e, subject);
        }
    }

    private static WorkspaceException interrupted() {
        return WorkspaceException.of(ErrorCode.ABORTED, "the thread was interrupted");
    }

    private <T> T told(String name, @Nullable String subject, Supplier<T> work) {
        if (options.listeners().isEmpty()) {
            return work.get();
        }
        long start = nanoTime.getAsLong();
        try {
            T result = work.get();
            OptionalInt exit =
                    result instanceof CommandResult command ? OptionalInt.of(command.exitCode()) : OptionalInt.empty();
            tell(name, subject, start, Optional.empty(), exit);
            return result;
        } catch (WorkspaceException e) {
            tell(name, subject, start, Optional.of(e.code()), OptionalInt.empty());
            throw e;
        }
    }

    private void tell(
            String name, @Nullable String subject, long start, Optional<ErrorCode> error, OptionalInt exitCode) {
        OperationEvent event = new OperationEvent(
                workspaceId.get(),
                name,
                Optional.ofNullable(subject),
                Duration.ofNanos(nanoTime.getAsLong() - start),
                error,
                exitCode);
        for (WorkspaceListener listener : options.listeners()) {
            try {
                listener.onOperation(event);
            } catch (RuntimeException e) {
                LOG.warn("A workspace listener failed on {}", name, e);
            }
        }
    }
}
