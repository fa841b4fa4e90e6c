package dev.cofferdam.provider.os;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A policy out of the options of a workspace, which replace those of the provider's own policy one by one. */
final class OsSettings {
    private static final String LIST = "; separated by commas, or by newlines where there is one; empty";

    static final List<OptionSpec> OPTIONS = List.of(
            OptionSpec.of(
                    "settings",
                    "true to begin with the policy of .claude/settings.json: that of the user, and what those of the root"
                            + " deny; false"),
            OptionSpec.of("allowWrite", "what commands may write besides the root" + LIST),
            OptionSpec.of("denyWrite", "what commands may not write, whatever is allowed" + LIST),
            OptionSpec.of("denyRead", "what commands may not read" + LIST),
            OptionSpec.of("allowRead", "what commands may read inside of what they may not" + LIST),
            OptionSpec.of("credentialFiles", "files that are kept from commands because they open something" + LIST),
            OptionSpec.of("credentialEnvVars", "variables that commands do not get, even when they are passed" + LIST),
            OptionSpec.of("allowedDomains", "the hosts that commands reach" + LIST),
            OptionSpec.of("deniedDomains", "the hosts that commands never reach" + LIST),
            OptionSpec.of("strictAllowlist", "true to ask nobody about other hosts; false"),
            OptionSpec.of(
                    "excludedCommands",
                    "commands that run outside of the sandbox, such as docker *, when they are all of a line" + LIST),
            OptionSpec.of(
                    "allowUnsandboxed", "true to let a call ask for its command to run outside of the sandbox; false"),
            OptionSpec.of("failIfUnavailable", "false to run commands without a sandbox where there is none; true"),
            OptionSpec.of("allowAllUnixSockets", "true to let commands use Unix sockets, all of them; false"));

    private OsSettings() {}

    /**
     * Return the policy of a workspace.
     *
     * @param given the provider's own policy
     * @param options the options of the workspace
     * @param root its root
     * @param home the user's home
     */
    static SandboxPolicy apply(SandboxPolicy given, Map<String, String> options, Path root, Path home) {
        boolean settings = flag(options, "settings").orElse(false);
        SandboxPolicy policy = settings ? PolicyLoader.of(home).load(root).policy() : given;
        FilesystemPolicy files = policy.filesystem();
        files = files.allowWrite(list(options, "allowWrite").orElse(files.allowWrite()));
        files = files.denyWrite(list(options, "denyWrite").orElse(files.denyWrite()));
        files = files.denyRead(list(options, "denyRead").orElse(files.denyRead()));
        files = files.allowRead(list(options, "allowRead").orElse(files.allowRead()));
        CredentialPolicy secrets = policy.credentials();
        secrets = secrets.files(list(options, "credentialFiles").orElse(secrets.files()));
        secrets = secrets.envVars(list(options, "credentialEnvVars").orElse(secrets.envVars()));
        NetworkPolicy hosts = policy.network();
        hosts = hosts.allowedDomains(list(options, "allowedDomains").orElse(hosts.allowedDomains()));
        hosts = hosts.deniedDomains(list(options, "deniedDomains").orElse(hosts.deniedDomains()));
        hosts = hosts.strictAllowlist(flag(options, "strictAllowlist").orElse(hosts.strictAllowlist()));
        hosts = hosts.allowAllUnixSockets(flag(options, "allowAllUnixSockets").orElse(hosts.allowAllUnixSockets()));
        return policy.filesystem(files)
                .credentials(secrets)
                .network(hosts)
                .excludedCommands(list(options, "excludedCommands").orElse(policy.excludedCommands()))
                .allowUnsandboxed(flag(options, "allowUnsandboxed").orElse(policy.allowUnsandboxed()))
                .failIfUnavailable(flag(options, "failIfUnavailable").orElse(policy.failIfUnavailable()));
    }

    private static Optional<List<String>> list(Map<String, String> options, String name) {
        String text = options.get(name);
        if (text == null) {
            return Optional.empty();
        }
        List<String> items = new ArrayList<>();
        for (String item : text.split(text.indexOf('\n') >= 0 ? "\n" : ",", -1)) {
            if (!item.isBlank()) {
                items.add(item.strip());
            }
        }
        return Optional.of(items);
    }

    private static Optional<Boolean> flag(Map<String, String> options, String name) {
        String text = options.get(name);
        if (text == null) {
            return Optional.empty();
        }
        if (!text.equals("true") && !text.equals("false")) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "the option " + name + " is true or false");
        }
        return Optional.of(Boolean.parseBoolean(text));
    }
}
