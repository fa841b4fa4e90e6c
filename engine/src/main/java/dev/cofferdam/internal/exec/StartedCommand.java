package dev.cofferdam.internal.exec;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command that a thread of its own completes. */
final class StartedCommand implements RunningCommand {
    private final String id;
    private final Command command;
    private final Execution execution;
    private final boolean openInput;
    private final CompletableFuture<CommandResult> result = new CompletableFuture<>();
    private final CompletionStage<CommandResult> stage = result.minimalCompletionStage();

    StartedCommand(String id, Command command, Execution execution, boolean openInput) {
        this.id = id;
        this.command = command;
        this.execution = execution;
        this.openInput = openInput;
    }

    /** How the command is completed. */
    @FunctionalInterface
    interface Completion {
        CommandResult run() throws IOException;
    }

    @SuppressWarnings("CatchingUnchecked") // what a consumer throws comes out where the result is asked for
    void finish(Completion completion) {
        try {
            result.complete(completion.run());
        } catch (IOException e) {
            result.completeExceptionally(
                    WorkspaceException.of(ErrorCode.IO, "the command failed underneath: " + e.getMessage())
                            .causedBy(e));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    public OutputStream stdin() {
        if (!openInput) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "the command was given its input when it was started");
        }
        return execution.process().stdin();
    }

    @Override
    public Output stdout() {
        return execution.sink().stdout();
    }

    @Override
    public Output stderr() {
        return execution.sink().stderr();
    }

    @Override
    public boolean isRunning() {
        return !result.isDone();
    }

    @Override
    public void signal(Signal signal) {
        if (!isRunning()) {
            return;
        }
        try {
            execution.signal(signal);
        } catch (IOException e) {
            throw WorkspaceException.of(ErrorCode.IO, "the signal " + signal + " could not be sent")
                    .causedBy(e);
        } catch (InterruptedException e) {
            throw aborted("the thread was interrupted while it sent a signal", e);
        }
    }

    @Override
    public void kill(String reason) {
        execution.abort(reason);
    }

    @Override
    public CommandResult waitFor() {
        try {
            return result.get();
        } catch (InterruptedException e) {
            throw aborted("the thread was interrupted while it waited for the command, which runs on", e);
        } catch (ExecutionException e) {
            throw rethrown(e);
        }
    }

    @Override
    public Optional<CommandResult> waitFor(Duration atMost) {
        long nanos = atMost.compareTo(Duration.ofDays(10_000)) >= 0 ? Long.MAX_VALUE : atMost.toNanos();
        try {
            return Optional.of(result.get(nanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw aborted("the thread was interrupted while it waited for the command, which runs on", e);
        } catch (ExecutionException e) {
            throw rethrown(e);
        }
    }

    private static WorkspaceException aborted(String message, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return WorkspaceException.of(ErrorCode.ABORTED, message).causedBy(cause);
    }

    private static RuntimeException rethrown(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException runtime) {
            return runtime;
        }
        return new IllegalStateException(failure);
    }

    @Override
    public CompletionStage<CommandResult> onExit() {
        return stage;
    }

    @Override
    public void close() {
        execution.abort("it was closed");
        boolean interrupted = false;
        while (!result.isDone()) {
            try {
                result.get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                // How it ended is told to whoever waits for it.
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
