package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;

/**
 * What commands read and write. By default they write in the workspace's root and in a temporary directory of their
 * own, and read everything.
 *
 * <p>A path is absolute, begins with {@code ~/} for the home directory, or is relative to the workspace's root. The
 * narrower rule wins, except that a write deny always wins over an allow. {@code *}, {@code ?}, {@code **} and
 * {@code [...]} are wildcards in every list on macOS and in the read lists on Linux; {@code /**} at the end is understood
 * everywhere.
 *
 * @param allowWrite what may be written besides the root
 * @param denyWrite what may not be written, whatever is allowed
 * @param denyRead what may not be read
 * @param allowRead what may be read again inside of a wider {@code denyRead}
 * @param disabled whether commands write and read what the user may, protected paths included; {@code false}
 */
public record FilesystemPolicy(
        List<String> allowWrite,
        List<String> denyWrite,
        List<String> denyRead,
        List<String> allowRead,
        boolean disabled) {
    private static final FilesystemPolicy DEFAULTS =
            new FilesystemPolicy(List.of(), List.of(), List.of(), List.of(), false);

    /**
     * Check the paths and copy the lists.
     *
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed, and for denies that
     *     {@code disabled} would lift in silence
     */
    public FilesystemPolicy {
        allowWrite = PolicyCheck.paths("filesystem.allowWrite", allowWrite);
        denyWrite = PolicyCheck.paths("filesystem.denyWrite", denyWrite);
        denyRead = PolicyCheck.paths("filesystem.denyRead", denyRead);
        allowRead = PolicyCheck.paths("filesystem.allowRead", allowRead);
        if (disabled && !(denyWrite.isEmpty() && denyRead.isEmpty())) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "filesystem.disabled lifts filesystem.denyWrite and filesystem.denyRead as well; leave out one or"
                            + " the other");
        }
    }

    /**
     * Return the policy without any entry.
     *
     * @return the defaults
     */
    public static FilesystemPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * Return this policy with other directories and files that may be written.
     *
     * @param paths the paths
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed
     */
    public FilesystemPolicy allowWrite(List<String> paths) {
        return new FilesystemPolicy(paths, denyWrite, denyRead, allowRead, disabled);
    }

    /**
     * Return this policy with other directories and files that may not be written.
     *
     * @param paths the paths
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed
     */
    public FilesystemPolicy denyWrite(List<String> paths) {
        return new FilesystemPolicy(allowWrite, paths, denyRead, allowRead, disabled);
    }

    /**
     * Return this policy with other directories and files that may not be read.
     *
     * @param paths the paths
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed
     */
    public FilesystemPolicy denyRead(List<String> paths) {
        return new FilesystemPolicy(allowWrite, denyWrite, paths, allowRead, disabled);
    }

    /**
     * Return this policy with other directories and files that may be read inside of what may not.
     *
     * @param paths the paths
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed
     */
    public FilesystemPolicy allowRead(List<String> paths) {
        return new FilesystemPolicy(allowWrite, denyWrite, denyRead, paths, disabled);
    }

    /**
     * Return this policy with or without any isolation of files.
     *
     * @param value {@code true} for none
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} when the policy has denies
     */
    public FilesystemPolicy disabled(boolean value) {
        return new FilesystemPolicy(allowWrite, denyWrite, denyRead, allowRead, value);
    }
}
