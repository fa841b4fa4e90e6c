package dev.cofferdam.workspace;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one exception that workspace operations throw (WS-ERR-001).
 *
 * <p>The message says what failed, where (a workspace-relative path) and what to do about it. It never holds a secret
 * or a path of the host (WS-ERR-002). Unless the message says otherwise, a failed operation changed nothing
 * (WS-ERR-003).
 */
public final class WorkspaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String path;
    private final boolean retryable;

    private WorkspaceException(
            ErrorCode code, String message, @Nullable String path, boolean retryable, @Nullable Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
        this.path = path;
        this.retryable = retryable;
    }

    /**
     * Create an exception without a path.
     *
     * @param code the reason
     * @param message what failed and what to do, without secrets and host paths
     * @return the exception, to be thrown by the caller
     */
    public static WorkspaceException of(ErrorCode code, String message) {
        return new WorkspaceException(code, message, null, false, null);
    }

    /**
     * Create an exception about a path.
     *
     * @param code the reason
     * @param path the workspace-relative path; the message begins with it
     * @param message what is wrong with the path and what to do, without secrets and host paths
     * @return the exception, to be thrown by the caller
     */
    public static WorkspaceException at(ErrorCode code, String path, String message) {
        return new WorkspaceException(code, printable(path) + ": " + message, path, false, null);
    }

    /**
     * Return this exception with a cause.
     *
     * @param cause what made the operation fail
     * @return a new exception with the same code, message and path
     */
    public WorkspaceException causedBy(Throwable cause) {
        return copy(Objects.requireNonNull(cause, "cause"), retryable);
    }

    /**
     * Return this exception marked as worth trying again later.
     *
     * @return a new exception with the same code, message, path and cause
     */
    public WorkspaceException asRetryable() {
        return copy(getCause(), true);
    }

    private WorkspaceException copy(@Nullable Throwable cause, boolean retry) {
        WorkspaceException copy =
                new WorkspaceException(code, Objects.requireNonNullElse(getMessage(), ""), path, retry, cause);
        copy.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }

    /**
     * Return the reason of the failure.
     *
     * @return the code
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * Return the path that the failure is about.
     *
     * @return the workspace-relative path, empty when the failure is not about one
     */
    public Optional<String> path() {
        return Optional.ofNullable(path);
    }

    /**
     * Tell whether the same call may succeed later without any change, as after a rate limit.
     *
     * @return {@code true} when trying again later makes sense
     */
    public boolean retryable() {
        return retryable;
    }

    private static String printable(String path) {
        if (path.isEmpty()) {
            return ".";
        }
        StringBuilder out = new StringBuilder(path.length());
        path.codePoints()
                .limit(200)
                .forEach(c -> out.appendCodePoint(Character.isISOControl(c) || !Character.isDefined(c) ? '\uFFFD' : c));
        return path.length() > 200 ? out.append('…').toString() : out.toString();
    }
}
