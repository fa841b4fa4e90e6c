package dev.cofferdam.workspace;

import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A command that was started and may still run (WS-EXEC-013). Safe for use by several threads.
 *
 * <p>Its output is kept within the same limits as that of {@code exec}, and the command's consumers see it as it
 * arrives. Its limits hold whether anyone waits or not.
 */
public interface RunningCommand extends AutoCloseable {

    /**
     * Return the id of the command, unique in its workspace.
     *
     * @return the id
     */
    String id();

    /**
     * Return what was started.
     *
     * @return the command
     */
    Command command();

    /**
     * Return the command's input, for a command that was started without one; closing it is end-of-file.
     *
     * @return the stream; a write after the command ended fails with an {@link java.io.IOException}
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when the command was given its input already
     */
    OutputStream stdin();

    /**
     * Return what was kept of standard output so far.
     *
     * @return the output up to now
     */
    Output stdout();

    /**
     * Return what was kept of standard error so far.
     *
     * @return the output up to now
     */
    Output stderr();

    /**
     * Tell whether the command still runs.
     *
     * @return {@code false} once its result is there
     */
    boolean isRunning();

    /**
     * Send a signal to the command's group; does nothing once the command ended.
     *
     * @param signal the signal
     */
    void signal(Signal signal);

    /**
     * End the command as a timeout does: SIGTERM to its group, SIGKILL after the grace. Does not wait.
     *
     * @param reason why, for the {@link ErrorCode#ABORTED} exception that {@link #waitFor()} then throws
     */
    void kill(String reason);

    /**
     * Wait for the end of the command. An interrupt ends the waiting, not the command.
     *
     * @return the result
     * @throws WorkspaceException {@link ErrorCode#ABORTED} when the command was cancelled, or when the waiting thread
     *     is interrupted (its flag stays set); whatever else made the command fail
     */
    CommandResult waitFor();

    /**
     * Wait for the end of the command, for a time. An interrupt ends the waiting, not the command.
     *
     * @param atMost how long to wait, zero or more
     * @return the result, empty when the command still runs
     * @throws WorkspaceException as {@link #waitFor()}
     */
    Optional<CommandResult> waitFor(Duration atMost);

    /**
     * Return a stage that completes with the result, or exceptionally with the {@link WorkspaceException}.
     *
     * @return the stage, the same at each call
     */
    CompletionStage<CommandResult> onExit();

    /** End the command if it still runs, and wait until it is gone. Idempotent. */
    @Override
    void close();
}
