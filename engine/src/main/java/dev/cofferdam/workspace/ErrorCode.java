package dev.cofferdam.workspace;

/**
 * The closed set of reasons for which a workspace operation fails (WS-ERR-001).
 *
 * <p>The names are part of the contract: they appear in messages, certificates and the MCP server's results.
 */
public enum ErrorCode {
    /** The path, or what a symlink on it leads to, lies outside the root or inside the workspace's own directory. */
    OUTSIDE_ROOT,
    /** The path holds a NUL or an unpaired surrogate, or is too long (WS-PATH-006). */
    INVALID_PATH,
    /** An argument other than a path is out of its range, malformed or contradictory. */
    INVALID_ARGUMENT,
    /** There is nothing at the path, or no item of that id. */
    NOT_FOUND,
    /** There is something at the path already. */
    EXISTS,
    /** The directory is not empty. */
    NOT_EMPTY,
    /** The path is a directory where a file is needed. */
    IS_DIRECTORY,
    /** A part of the path is a file where a directory is needed. */
    NOT_A_DIRECTORY,
    /** The path is a FIFO, a socket or a device. */
    NOT_A_FILE,
    /** The system refused the access. */
    ACCESS_DENIED,
    /** A named limit was exceeded; the message gives the limit and the size. */
    TOO_LARGE,
    /** Text could not be decoded or encoded without loss. */
    ENCODING,
    /** The file is not the one that was expected ({@link WriteOptions#ifSha256()}). */
    CONFLICT,
    /** A command of the same root is running, or left processes in its group (WS-MOVE-004). */
    BUSY,
    /** The operation was cancelled: by its token, by an interrupt, or because the workspace was closed under it. */
    ABORTED,
    /** The operation did not end in its time (WS-FILE-011). */
    TIMED_OUT,
    /** The provider does not declare the capability that the operation needs; nothing was touched. */
    UNSUPPORTED,
    /** A dependency, credentials, a daemon or the provider itself is missing or refuses; see the message for the mend. */
    UNAVAILABLE,
    /** The operating system's sandbox cannot run here; only the {@code os} provider uses this code. */
    SANDBOX_UNAVAILABLE,
    /** The sandbox, or the root, vanished while the workspace was open (WS-LIFE-006). */
    GONE,
    /** The workspace was closed before. */
    CLOSED,
    /** Any other failure of the file system or the transport; the cause is kept. */
    IO
}
