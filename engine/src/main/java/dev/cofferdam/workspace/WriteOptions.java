package dev.cofferdam.workspace;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a file is written (WS-FILE-006, WS-FILE-007). Immutable; start from {@link #defaults()}.
 *
 * @param createNew whether an existing path is refused with {@link ErrorCode#EXISTS}
 * @param append whether the content is added to the end of an existing file, with the same atomicity
 * @param createParents whether missing parent directories are made
 * @param ifSha256 the SHA-256 (64 lower-case hexadecimal digits) that the present content must have, otherwise
 *     {@link ErrorCode#CONFLICT}
 * @param mode the permission bits (0 to 07777) of the file; empty keeps those of an existing file and gives a new one
 *     0644
 */
public record WriteOptions(
        boolean createNew, boolean append, boolean createParents, Optional<String> ifSha256, OptionalInt mode) {

    private static final WriteOptions DEFAULTS =
            new WriteOptions(false, false, true, Optional.empty(), OptionalInt.empty());

    /** Check the components. */
    public WriteOptions {
        if (createNew && append) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "createNew and append exclude each other");
        }
        if (ifSha256.isPresent() && !ifSha256.get().matches("[0-9a-f]{64}")) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "ifSha256 must be 64 lower-case hexadecimal digits");
        }
        if (mode.isPresent()) {
            requireMode(mode.getAsInt());
        }
    }

    static void requireMode(int mode) {
        if (mode < 0 || mode > 07777) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "mode 0" + Integer.toOctalString(mode) + " is out of range; it must be 0 to 07777");
        }
    }

    /**
     * Return the defaults: replace or create, with missing parents.
     *
     * @return the defaults
     */
    public static WriteOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Return these options refusing an existing path.
     *
     * @return the changed options
     */
    public WriteOptions asNew() {
        return new WriteOptions(true, append, createParents, ifSha256, mode);
    }

    /**
     * Return these options adding to the end of the file.
     *
     * @return the changed options
     */
    public WriteOptions appending() {
        return new WriteOptions(createNew, true, createParents, ifSha256, mode);
    }

    /**
     * Return these options making missing parents or not.
     *
     * @param create whether missing parent directories are made
     * @return the changed options
     */
    public WriteOptions createParents(boolean create) {
        return new WriteOptions(createNew, append, create, ifSha256, mode);
    }

    /**
     * Return these options with the content that is expected to be there.
     *
     * @param sha256 64 lower-case hexadecimal digits
     * @return the changed options
     */
    public WriteOptions ifSha256(String sha256) {
        return new WriteOptions(createNew, append, createParents, Optional.of(sha256), mode);
    }

    /**
     * Return these options with permission bits.
     *
     * @param bits 0 to 07777
     * @return the changed options
     */
    public WriteOptions mode(int bits) {
        return new WriteOptions(createNew, append, createParents, ifSha256, OptionalInt.of(bits));
    }
}
