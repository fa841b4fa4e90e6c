package dev.cofferdam.workspace;

import java.time.Duration;

/**
 * The limits of a workspace, each with a name that messages use.
 *
 * @param maxFileBytes the largest file that is read or written; default 10 MiB
 * @param maxOutputBytes how much of stdout and of stderr a result keeps; default 1 MiB each
 * @param maxStreamBytes how much a command may print in all before it is stopped; default 64 MiB
 * @param maxSnapshotBytes the largest snapshot; default 1 GiB
 * @param maxListingBytes the largest listing; default 64 MiB
 * @param timeout after how long a command is ended; default 120 s
 * @param killGrace the time between SIGTERM and SIGKILL; default 2 s
 * @param operationTimeout after how long a file operation fails; default 60 s
 */
public record Limits(
        long maxFileBytes,
        long maxOutputBytes,
        long maxStreamBytes,
        long maxSnapshotBytes,
        long maxListingBytes,
        Duration timeout,
        Duration killGrace,
        Duration operationTimeout) {

    private static final Limits DEFAULTS = new Limits(
            10L << 20,
            1L << 20,
            64L << 20,
            1L << 30,
            64L << 20,
            Duration.ofSeconds(120),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60));

    /** Check the components. */
    public Limits {
        WorkspaceOptions.requireNotNegative("maxFileBytes", maxFileBytes);
        WorkspaceOptions.requireNotNegative("maxOutputBytes", maxOutputBytes);
        WorkspaceOptions.requirePositive("maxStreamBytes", maxStreamBytes);
        WorkspaceOptions.requirePositive("maxSnapshotBytes", maxSnapshotBytes);
        WorkspaceOptions.requirePositive("maxListingBytes", maxListingBytes);
        WorkspaceOptions.requirePositive("timeout", timeout);
        WorkspaceOptions.requireNotNegative("killGrace", killGrace);
        WorkspaceOptions.requirePositive("operationTimeout", operationTimeout);
    }

    /**
     * Return the defaults of the contract.
     *
     * @return the defaults
     */
    public static Limits defaults() {
        return DEFAULTS;
    }

    /**
     * Return these limits with another {@code maxFileBytes}.
     *
     * @param value the largest file that is read or written, in bytes
     * @return the changed limits
     */
    public Limits maxFileBytes(long value) {
        return new Limits(
                value,
                maxOutputBytes,
                maxStreamBytes,
                maxSnapshotBytes,
                maxListingBytes,
                timeout,
                killGrace,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code maxOutputBytes}.
     *
     * @param value how much of stdout and of stderr a result keeps, in bytes
     * @return the changed limits
     */
    public Limits maxOutputBytes(long value) {
        return new Limits(
                maxFileBytes,
                value,
                maxStreamBytes,
                maxSnapshotBytes,
                maxListingBytes,
                timeout,
                killGrace,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code maxStreamBytes}.
     *
     * @param value how much a command may print in all, in bytes
     * @return the changed limits
     */
    public Limits maxStreamBytes(long value) {
        return new Limits(
                maxFileBytes,
                maxOutputBytes,
                value,
                maxSnapshotBytes,
                maxListingBytes,
                timeout,
                killGrace,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code maxSnapshotBytes}.
     *
     * @param value the largest snapshot, in bytes
     * @return the changed limits
     */
    public Limits maxSnapshotBytes(long value) {
        return new Limits(
                maxFileBytes,
                maxOutputBytes,
                maxStreamBytes,
                value,
                maxListingBytes,
                timeout,
                killGrace,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code maxListingBytes}.
     *
     * @param value the largest listing, in bytes
     * @return the changed limits
     */
    public Limits maxListingBytes(long value) {
        return new Limits(
                maxFileBytes,
                maxOutputBytes,
                maxStreamBytes,
                maxSnapshotBytes,
                value,
                timeout,
                killGrace,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code timeout}.
     *
     * @param value after how long a command is ended
     * @return the changed limits
     */
    public Limits timeout(Duration value) {
        return new Limits(
                maxFileBytes,
                maxOutputBytes,
                maxStreamBytes,
                maxSnapshotBytes,
                maxListingBytes,
                value,
                killGrace,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code killGrace}.
     *
     * @param value the time between SIGTERM and SIGKILL
     * @return the changed limits
     */
    public Limits killGrace(Duration value) {
        return new Limits(
                maxFileBytes,
                maxOutputBytes,
                maxStreamBytes,
                maxSnapshotBytes,
                maxListingBytes,
                timeout,
                value,
                operationTimeout);
    }

    /**
     * Return these limits with another {@code operationTimeout}.
     *
     * @param value after how long a file operation fails
     * @return the changed limits
     */
    public Limits operationTimeout(Duration value) {
        return new Limits(
                maxFileBytes,
                maxOutputBytes,
                maxStreamBytes,
                maxSnapshotBytes,
                maxListingBytes,
                timeout,
                killGrace,
                value);
    }
}
