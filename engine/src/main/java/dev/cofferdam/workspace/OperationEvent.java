package dev.cofferdam.workspace;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An operation of a workspace that ended.
 *
 * @param workspaceId the workspace
 * @param operation the name of the method, such as {@code write} or {@code exec}
 * @param subject the workspace path, or the command's words with secret values redacted; empty when there is none
 * @param duration how long it took
 * @param error the code with which it failed; empty when it succeeded
 * @param exitCode the exit code, for a command that ended
 */
public record OperationEvent(
        String workspaceId,
        String operation,
        Optional<String> subject,
        Duration duration,
        Optional<ErrorCode> error,
        OptionalInt exitCode) {}
