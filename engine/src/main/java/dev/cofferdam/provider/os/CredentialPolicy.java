package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;

/**
 * What is kept from commands because it opens something else. By default nothing is: commands read
 * {@code ~/.ssh} as they read everything, and get only the environment that the workspace passes.
 *
 * @param files the files and directories that commands cannot read, written as in {@link FilesystemPolicy}
 * @param envVars the names of the environment variables that they do not get, even when the workspace passes them
 */
public record CredentialPolicy(List<String> files, List<String> envVars) {
    private static final CredentialPolicy DEFAULTS = new CredentialPolicy(List.of(), List.of());

    /**
     * Check the entries and copy the lists.
     *
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for an entry that is no path or no name
     */
    public CredentialPolicy {
        files = PolicyCheck.paths("credentials.files", files);
        envVars = PolicyCheck.variables("credentials.envVars", envVars);
    }

    /**
     * Return the policy that keeps nothing back.
     *
     * @return the defaults
     */
    public static CredentialPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * Return this policy with other files that cannot be read.
     *
     * @param paths the paths
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed
     */
    public CredentialPolicy files(List<String> paths) {
        return new CredentialPolicy(paths, envVars);
    }

    /**
     * Return this policy with other variables that commands do not get.
     *
     * @param names the names
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for what is not a name
     */
    public CredentialPolicy envVars(List<String> names) {
        return new CredentialPolicy(files, names);
    }
}
