package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.UnknownHostDecider;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the commands of a workspace reach, and when they run outside of the sandbox. Immutable: each method returns a
 * changed copy.
 *
 * <p>The names are those of the {@code sandbox} section of Claude Code's settings, where it has one for the thing.
 *
 * @param filesystem what they read and write
 * @param network which hosts they reach
 * @param credentials what is kept from them besides
 * @param ignoreViolations violations that are expected and not reported: what the text of a command holds, or {@code *}
 *     for every command, and what the violation holds
 * @param excludedCommands commands that run outside of the sandbox, written as in a rule of Claude Code:
 *     {@code docker *}
 * @param allowUnsandboxed whether a call may ask for its command to run outside of the sandbox; {@code false}
 * @param failIfUnavailable whether a workspace does not start where the sandbox cannot run, instead of running its
 *     commands without one; {@code true}
 * @param autoAllow whether a command that runs inside of the sandbox skips the approval that it would need otherwise;
 *     {@code true}
 * @param onUnknownHost who decides about hosts that no list names, when the call has nobody for it; empty to refuse them
 */
public record SandboxPolicy(
        FilesystemPolicy filesystem,
        NetworkPolicy network,
        CredentialPolicy credentials,
        Map<String, List<String>> ignoreViolations,
        List<String> excludedCommands,
        boolean allowUnsandboxed,
        boolean failIfUnavailable,
        boolean autoAllow,
        Optional<UnknownHostDecider> onUnknownHost) {
    private static final SandboxPolicy DEFAULTS = new SandboxPolicy(
            FilesystemPolicy.defaults(),
            NetworkPolicy.defaults(),
            CredentialPolicy.defaults(),
            Map.of(),
            List.of(),
            false,
            true,
            true,
            Optional.empty());

    /**
     * Check the entries and copy the collections.
     *
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for an entry that is blank or malformed, and for
     *     {@code credentials.files} that {@code filesystem.disabled} would lift in silence
     */
    public SandboxPolicy {
        ignoreViolations = copy(ignoreViolations);
        excludedCommands = PolicyCheck.texts("excludedCommands", excludedCommands);
        if (filesystem.disabled() && !credentials.files().isEmpty()) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "filesystem.disabled lifts credentials.files as well; leave out one or the other");
        }
    }

    private static Map<String, List<String>> copy(Map<String, List<String>> given) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        given.forEach((command, parts) -> {
            PolicyCheck.requireText("ignoreViolations", command);
            copy.put(command, PolicyCheck.texts("ignoreViolations", parts));
        });
        return Collections.unmodifiableMap(copy);
    }

    /**
     * Return the policy under which commands write in the root alone, read everything and reach no host.
     *
     * @return the defaults
     */
    public static SandboxPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * Return this policy with another one for files.
     *
     * @param policy what commands read and write
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} when it is disabled and {@code credentials.files} is not empty
     */
    public SandboxPolicy filesystem(FilesystemPolicy policy) {
        return with(policy, network, credentials);
    }

    /**
     * Return this policy with another one for hosts.
     *
     * @param policy which hosts commands reach
     * @return the changed policy
     */
    public SandboxPolicy network(NetworkPolicy policy) {
        return with(filesystem, policy, credentials);
    }

    /**
     * Return this policy with another one for credentials.
     *
     * @param policy what is kept from commands
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} when it has files and {@code filesystem.disabled} is set
     */
    public SandboxPolicy credentials(CredentialPolicy policy) {
        return with(filesystem, network, policy);
    }

    /**
     * Return this policy with other violations that are not reported.
     *
     * @param expected what the text of a command holds, or {@code *}, and what the violation holds
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a blank entry
     */
    public SandboxPolicy ignoreViolations(Map<String, List<String>> expected) {
        return new SandboxPolicy(
                filesystem,
                network,
                credentials,
                expected,
                excludedCommands,
                allowUnsandboxed,
                failIfUnavailable,
                autoAllow,
                onUnknownHost);
    }

    /**
     * Return this policy with other commands that run outside of the sandbox.
     *
     * @param rules the rules, such as {@code docker *}
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a blank rule
     */
    public SandboxPolicy excludedCommands(List<String> rules) {
        return with(rules, allowUnsandboxed, failIfUnavailable, autoAllow);
    }

    /**
     * Return this policy with calls that may ask to run outside of the sandbox, or not.
     *
     * @param value {@code true} to let them
     * @return the changed policy
     */
    public SandboxPolicy allowUnsandboxed(boolean value) {
        return with(excludedCommands, value, failIfUnavailable, autoAllow);
    }

    /**
     * Return this policy with a sandbox that is required, or not.
     *
     * @param value {@code false} to run commands without one where there is none
     * @return the changed policy
     */
    public SandboxPolicy failIfUnavailable(boolean value) {
        return with(excludedCommands, allowUnsandboxed, value, autoAllow);
    }

    /**
     * Return this policy with sandboxed commands that need no approval, or do.
     *
     * @param value {@code false} to ask about them as about others
     * @return the changed policy
     */
    public SandboxPolicy autoAllow(boolean value) {
        return with(excludedCommands, allowUnsandboxed, failIfUnavailable, value);
    }

    /**
     * Tell whether a command may skip the approval that it would need without a sandbox: {@code autoAllow} is set, the
     * command surely runs inside, brings no hosts of its own, is nothing but simple commands with fixed words, and removes
     * neither the root nor the home, nor git's directory. What a program's own rules deny, or ask about, holds all the
     * same.
     *
     * @param command the command
     * @return {@code false} also whenever it is in doubt, and for every command of a policy with
     *     {@code failIfUnavailable} false or {@code filesystem.disabled}
     */
    public boolean autoAllows(Command command) {
        return Approval.skips(this, command);
    }

    /**
     * Return this policy with somebody who decides about hosts that no list names.
     *
     * @param decider decides about each such host once a command
     * @return the changed policy
     */
    public SandboxPolicy onUnknownHost(UnknownHostDecider decider) {
        return new SandboxPolicy(
                filesystem,
                network,
                credentials,
                ignoreViolations,
                excludedCommands,
                allowUnsandboxed,
                failIfUnavailable,
                autoAllow,
                Optional.of(decider));
    }

    private SandboxPolicy with(FilesystemPolicy files, NetworkPolicy hosts, CredentialPolicy secrets) {
        return new SandboxPolicy(
                files,
                hosts,
                secrets,
                ignoreViolations,
                excludedCommands,
                allowUnsandboxed,
                failIfUnavailable,
                autoAllow,
                onUnknownHost);
    }

    private SandboxPolicy with(List<String> excluded, boolean unsandboxed, boolean required, boolean allowed) {
        return new SandboxPolicy(
                filesystem,
                network,
                credentials,
                ignoreViolations,
                excluded,
                unsandboxed,
                required,
                allowed,
                onUnknownHost);
    }
}
