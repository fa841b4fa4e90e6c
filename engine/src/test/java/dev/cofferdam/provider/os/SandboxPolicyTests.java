package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxPolicyTests {
    @Test
    void the_defaults_are_the_strict_ones() {
        SandboxPolicy policy = SandboxPolicy.defaults();
        assertThat(policy.allowUnsandboxed()).isFalse();
        assertThat(policy.failIfUnavailable()).isTrue();
        assertThat(policy.autoAllow()).isTrue();
        assertThat(policy.onUnknownHost()).isEmpty();
        assertThat(policy.excludedCommands()).isEmpty();
        assertThat(policy.ignoreViolations()).isEmpty();
        assertThat(policy.filesystem())
                .isEqualTo(new FilesystemPolicy(List.of(), List.of(), List.of(), List.of(), false));
        assertThat(policy.network()).isEqualTo(new NetworkPolicy(List.of(), List.of(), false, List.of(), false));
        assertThat(policy.credentials()).isEqualTo(new CredentialPolicy(List.of(), List.of()));
    }

    @Test
    void each_change_makes_a_copy_and_keeps_the_rest() {
        SandboxPolicy policy = SandboxPolicy.defaults()
                .filesystem(FilesystemPolicy.defaults()
                        .allowWrite(List.of("w"))
                        .denyWrite(List.of("x"))
                        .denyRead(List.of("~/r"))
                        .allowRead(List.of("/a")))
                .network(NetworkPolicy.defaults()
                        .allowedDomains(List.of("a.example"))
                        .deniedDomains(List.of("b.example"))
                        .strictAllowlist(true)
                        .allowUnixSockets(List.of("/run/s"))
                        .allowAllUnixSockets(true))
                .credentials(
                        CredentialPolicy.defaults().files(List.of("~/.ssh")).envVars(List.of("TOKEN")))
                .ignoreViolations(Map.of("*", List.of("/etc/hosts")))
                .excludedCommands(List.of("docker *"))
                .allowUnsandboxed(true)
                .failIfUnavailable(false)
                .autoAllow(false)
                .onUnknownHost((host, port) -> true);

        assertThat(policy.filesystem())
                .isEqualTo(new FilesystemPolicy(List.of("w"), List.of("x"), List.of("~/r"), List.of("/a"), false));
        assertThat(policy.network())
                .isEqualTo(
                        new NetworkPolicy(List.of("a.example"), List.of("b.example"), true, List.of("/run/s"), true));
        assertThat(policy.credentials()).isEqualTo(new CredentialPolicy(List.of("~/.ssh"), List.of("TOKEN")));
        assertThat(policy.ignoreViolations()).isEqualTo(Map.of("*", List.of("/etc/hosts")));
        assertThat(policy.excludedCommands()).containsExactly("docker *");
        assertThat(policy.allowUnsandboxed()).isTrue();
        assertThat(policy.failIfUnavailable()).isFalse();
        assertThat(policy.autoAllow()).isFalse();
        assertThat(policy.onUnknownHost()).isPresent();
        assertThat(SandboxPolicy.defaults().allowUnsandboxed()).isFalse();
    }

    @Test
    void lists_are_copied() {
        List<String> hosts = new ArrayList<>(List.of("a.example"));
        NetworkPolicy policy = NetworkPolicy.defaults().allowedDomains(hosts);
        hosts.add("b.example");
        assertThat(policy.allowedDomains()).containsExactly("a.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "~other/x", "a/[b", "a/[]", "a/[b/c]", "\ud800"})
    void a_malformed_path_is_refused_in_every_list(String path) {
        List<String> paths = List.of(path);
        refused("filesystem.allowWrite", () -> FilesystemPolicy.defaults().allowWrite(paths));
        refused("filesystem.denyWrite", () -> FilesystemPolicy.defaults().denyWrite(paths));
        refused("filesystem.denyRead", () -> FilesystemPolicy.defaults().denyRead(paths));
        refused("filesystem.allowRead", () -> FilesystemPolicy.defaults().allowRead(paths));
        refused("network.allowUnixSockets", () -> NetworkPolicy.defaults().allowUnixSockets(paths));
        refused("credentials.files", () -> CredentialPolicy.defaults().files(paths));
    }

    @Test
    void wildcards_and_the_home_directory_are_paths() {
        List<String> paths = List.of("~", "~/x", "/a/**", "**/*.pem", "a/[!b]?", "a/[]]", "a b\nc");
        assertThat(FilesystemPolicy.defaults().denyRead(paths).denyRead()).isEqualTo(paths);
    }

    @Test
    void other_malformed_entries_name_their_list() {
        refused("network.allowedDomains", () -> NetworkPolicy.defaults().allowedDomains(List.of("https://a")));
        refused("network.deniedDomains", () -> NetworkPolicy.defaults().deniedDomains(List.of("0x7f.1")));
        refused("credentials.envVars", () -> CredentialPolicy.defaults().envVars(List.of("A=b")));
        refused("excludedCommands", () -> SandboxPolicy.defaults().excludedCommands(List.of(" ")));
        refused("ignoreViolations", () -> SandboxPolicy.defaults().ignoreViolations(Map.of("", List.of("a"))));
        refused("ignoreViolations", () -> SandboxPolicy.defaults().ignoreViolations(Map.of("a", List.of(""))));
    }

    @Test
    void disabled_files_and_a_deny_contradict_each_other() {
        FilesystemPolicy disabled = FilesystemPolicy.defaults().disabled(true);
        refused("filesystem.disabled", () -> disabled.denyRead(List.of("a")));
        refused("filesystem.disabled", () -> disabled.denyWrite(List.of("a")));
        SandboxPolicy policy =
                SandboxPolicy.defaults().credentials(CredentialPolicy.defaults().files(List.of("~/.ssh")));
        refused("filesystem.disabled", () -> policy.filesystem(disabled));
        assertThat(disabled.allowWrite(List.of("a")).disabled()).isTrue();
    }

    private static void refused(String subject, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(WorkspaceException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .satisfies(e -> assertThat(e.getMessage()).startsWith(subject));
    }
}
