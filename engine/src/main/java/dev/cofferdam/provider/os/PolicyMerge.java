package dev.cofferdam.provider.os;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cofferdam.provider.os.SettingsFile.Section;
import dev.cofferdam.provider.os.SettingsFile.Trust;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Puts the sandbox sections of several files together, each as far as it is trusted. */
final class PolicyMerge {
    /** Keys that would widen the sandbox, or that nothing here needs; they are left out with a warning. */
    private static final Set<String> LEFT_OUT = Set.of(
            "enableWeakerNestedSandbox",
            "enableWeakerNetworkIsolation",
            "allowAppleEvents",
            "allowNestedUserNamespaces",
            "bwrapPath",
            "socatPath",
            "ripgrep",
            "enabledPlatforms",
            "network.allowLocalBinding",
            "network.allowMachLookup",
            "network.httpProxyPort",
            "network.socksProxyPort");

    /** Keys that would tighten the sandbox in a way that it cannot be tightened here. */
    private static final Set<String> FAILING =
            Set.of("network.allowManagedDomainsOnly", "network.tlsTerminate", "filesystem.allowManagedReadPathsOnly");

    private static final Set<String> KNOWN = Set.of(
            "enabled",
            "autoAllowBashIfSandboxed",
            "allowUnsandboxedCommands",
            "excludedCommands",
            "failIfUnavailable",
            "ignoreViolations",
            "network",
            "filesystem",
            "credentials",
            "network.allowedDomains",
            "network.deniedDomains",
            "network.allowUnixSockets",
            "network.allowAllUnixSockets",
            "network.strictAllowlist",
            "filesystem.allowWrite",
            "filesystem.denyWrite",
            "filesystem.denyRead",
            "filesystem.allowRead",
            "filesystem.disabled",
            "credentials.files",
            "credentials.envVars");

    private final Map<String, Set<String>> lists = new LinkedHashMap<>();
    private final Map<String, Boolean> flags = new LinkedHashMap<>();
    private final Map<String, List<String>> ignored = new LinkedHashMap<>();
    private final Set<String> unknown = new TreeSet<>();
    private final List<String> warnings = new ArrayList<>();

    /** Add what a file says. */
    void add(SettingsFile file) {
        warnAboutPermissions(file);
        file.sandbox().ifPresent(sandbox -> {
            addKeys(sandbox);
            flag(sandbox, "autoAllowBashIfSandboxed", false);
            flag(sandbox, "allowUnsandboxedCommands", false);
            flag(sandbox, "failIfUnavailable", true);
            allowed(sandbox, "excludedCommands", sandbox.texts("excludedCommands"));
            sandbox.section("ignoreViolations").ifPresent(this::addIgnored);
            sandbox.section("network").ifPresent(this::addNetwork);
            sandbox.section("filesystem").ifPresent(this::addFilesystem);
            sandbox.section("credentials").ifPresent(this::addCredentials);
        });
    }

    private void addNetwork(Section network) {
        addKeys(network);
        allowed(network, "allowedDomains", network.texts("allowedDomains"));
        denied(network, "deniedDomains", network.texts("deniedDomains"));
        allowed(network, "allowUnixSockets", allowedPaths(network, "allowUnixSockets"));
        flag(network, "allowAllUnixSockets", false);
        flag(network, "strictAllowlist", true);
    }

    private void addFilesystem(Section filesystem) {
        addKeys(filesystem);
        allowed(filesystem, "allowWrite", allowedPaths(filesystem, "allowWrite"));
        denied(filesystem, "denyWrite", deniedPaths(filesystem, filesystem.texts("denyWrite")));
        denied(filesystem, "denyRead", deniedPaths(filesystem, filesystem.texts("denyRead")));
        allowed(filesystem, "allowRead", allowedPaths(filesystem, "allowRead"));
        flag(filesystem, "disabled", false);
    }

    private void addCredentials(Section credentials) {
        addKeys(credentials);
        denied(credentials, "files", deniedPaths(credentials, credentials.denied("files", "path")));
        denied(credentials, "envVars", credentials.denied("envVars", "name"));
    }

    private void addIgnored(Section section) {
        Map<String, List<String>> read = new LinkedHashMap<>();
        for (String command : section.keys()) {
            read.put(command, section.texts(command));
        }
        if (section.file().trust() == Trust.NONE && !read.isEmpty()) {
            leaveOut(section.file(), "ignoreViolations");
            return;
        }
        read.forEach((command, parts) ->
                ignored.computeIfAbsent(command, key -> new ArrayList<>()).addAll(parts));
    }

    /** Look at the keys of a section for what is not read: known and left out, failing, or unknown. */
    private void addKeys(Section section) {
        for (String key : section.keys()) {
            String full = section.prefix() + key;
            JsonNode value = section.node().get(key);
            boolean off = value.isNull() || (value.isBoolean() && !value.booleanValue());
            if (FAILING.contains(full) && !off) {
                throw section.unsupported(key);
            }
            if (LEFT_OUT.contains(full) && !off) {
                warnings.add(section.file().name() + ": sandbox." + full + " is not supported and was left out");
            }
            if (!KNOWN.contains(full) && !LEFT_OUT.contains(full) && !FAILING.contains(full)) {
                unknown.add(full);
                warnings.add(section.file().name() + ": nothing is known of sandbox." + full + ", which has no effect");
            }
        }
    }

    private void warnAboutPermissions(SettingsFile file) {
        for (JsonNode rule : file.content().path("permissions").path("deny")) {
            String text = rule.asText();
            if (text.startsWith("Read(") || text.startsWith("Edit(") || text.startsWith("WebFetch(")) {
                warnings.add(file.name() + ": permissions.deny holds rules for files or hosts, which are not read here;"
                        + " write them into the section sandbox as well");
                return;
            }
        }
    }

    /** Take a switch of which one side is the stricter one: that one, once it was said, stays. */
    private void flag(Section section, String key, boolean strict) {
        String full = section.prefix() + key;
        section.flag(key).ifPresent(value -> {
            if (value == strict) {
                flags.put(full, strict);
            } else if (section.file().trust() == Trust.FULL) {
                flags.putIfAbsent(full, value);
            } else {
                leaveOut(section.file(), full);
            }
        });
    }

    private void allowed(Section section, String key, List<String> entries) {
        if (entries.isEmpty()) {
            return;
        }
        if (section.file().trust() == Trust.NONE) {
            leaveOut(section.file(), section.prefix() + key);
        } else {
            denied(section, key, entries);
        }
    }

    private void denied(Section section, String key, List<String> entries) {
        lists.computeIfAbsent(section.prefix() + key, name -> new LinkedHashSet<>())
                .addAll(entries);
    }

    private void leaveOut(SettingsFile file, String key) {
        warnings.add(
                file.name() + ": sandbox." + key + " would widen the sandbox, which a file of the root may not: it was"
                        + " left out; write it into the user's settings, or trust the root");
    }

    private List<String> allowedPaths(Section section, String key) {
        return section.texts(key).stream()
                .map(path -> SettingsPath.of(path, section.file().base()).read())
                .toList();
    }

    private List<String> deniedPaths(Section section, List<String> paths) {
        List<String> read = new ArrayList<>();
        for (String path : paths) {
            SettingsPath settings = SettingsPath.of(path, section.file().base());
            read.add(settings.read());
            settings.otherReading().ifPresent(other -> {
                read.add(other);
                warnings.add(section.file().name() + ": sandbox." + section.prefix()
                        + " denies a path that begins with / and does not exist; it was denied below the settings' own"
                        + " directory as well, as rules of permissions have it. Write // or ./ to say which is meant");
            });
        }
        return read;
    }

    private List<String> list(String key) {
        return List.copyOf(lists.getOrDefault(key, Set.of()));
    }

    private boolean flag(String key, boolean unsaid) {
        return flags.getOrDefault(key, unsaid);
    }

    /** Return the policy. */
    LoadedPolicy result() {
        SandboxPolicy policy = SandboxPolicy.defaults()
                .filesystem(new FilesystemPolicy(
                        list("filesystem.allowWrite"),
                        list("filesystem.denyWrite"),
                        list("filesystem.denyRead"),
                        list("filesystem.allowRead"),
                        flag("filesystem.disabled", false)))
                .network(new NetworkPolicy(
                        list("network.allowedDomains"),
                        list("network.deniedDomains"),
                        flag("network.strictAllowlist", false),
                        list("network.allowUnixSockets"),
                        flag("network.allowAllUnixSockets", false)))
                .credentials(new CredentialPolicy(list("credentials.files"), list("credentials.envVars")))
                .ignoreViolations(ignored)
                .excludedCommands(list("excludedCommands"))
                .allowUnsandboxed(flag("allowUnsandboxedCommands", false))
                .failIfUnavailable(flag("failIfUnavailable", true))
                .autoAllow(flag("autoAllowBashIfSandboxed", true));
        return new LoadedPolicy(policy, unknown, warnings);
    }
}
