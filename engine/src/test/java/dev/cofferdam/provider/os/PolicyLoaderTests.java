package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyLoaderTests {
    @TempDir
    Path directory;

    private Path home;
    private Path root;

    @BeforeEach
    void make() throws IOException {
        home = Files.createDirectories(directory.resolve("home/.claude")).getParent();
        root = Files.createDirectories(directory.resolve("root/.claude")).getParent();
    }

    @Test
    void without_files_and_without_keys_the_defaults_hold() throws IOException {
        assertThat(load().policy()).isEqualTo(SandboxPolicy.defaults());
        user("{}");
        project("{'permissions': {'deny': ['Bash(rm *)']}}");
        local("{'sandbox': {'enabled': true, 'network': {}, 'filesystem': null}}");
        assertThat(load()).isEqualTo(new LoadedPolicy(SandboxPolicy.defaults(), Set.of(), List.of()));
    }

    @Test
    void the_stricter_default_holds_where_that_of_claude_code_is_wider() throws IOException {
        user("{'sandbox': {'enabled': true}}");
        assertThat(load().policy().allowUnsandboxed()).isFalse();
        assertThat(load().policy().failIfUnavailable()).isTrue();
    }

    @Test
    void every_key_of_the_user_is_read() throws IOException {
        user("""
                {'sandbox': {
                  'enabled': false,
                  'autoAllowBashIfSandboxed': false,
                  'allowUnsandboxedCommands': true,
                  'failIfUnavailable': false,
                  'excludedCommands': ['docker *'],
                  'ignoreViolations': {'*': ['/etc/hosts']},
                  'network': {
                    'allowedDomains': ['github.com'],
                    'deniedDomains': ['*.evil.example'],
                    'strictAllowlist': true,
                    'allowUnixSockets': ['~/.docker/run/docker.sock'],
                    'allowAllUnixSockets': true
                  },
                  'filesystem': {
                    'allowWrite': ['~/.cache'],
                    'denyWrite': ['//etc'],
                    'denyRead': ['~/.ssh'],
                    'allowRead': ['~/.ssh/known_hosts']
                  },
                  'credentials': {
                    'files': [{'path': '~/.netrc', 'mode': 'deny'}, '~/.npmrc'],
                    'envVars': [{'name': 'TOKEN', 'mode': 'deny'}]
                  }
                }}""");
        SandboxPolicy policy = load().policy();
        assertThat(policy)
                .isEqualTo(SandboxPolicy.defaults()
                        .autoAllow(false)
                        .allowUnsandboxed(true)
                        .failIfUnavailable(false)
                        .excludedCommands(List.of("docker *"))
                        .ignoreViolations(Map.of("*", List.of("/etc/hosts")))
                        .network(new NetworkPolicy(
                                List.of("github.com"),
                                List.of("*.evil.example"),
                                true,
                                List.of("~/.docker/run/docker.sock"),
                                true))
                        .filesystem(new FilesystemPolicy(
                                List.of("~/.cache"),
                                List.of("/etc"),
                                List.of("~/.ssh"),
                                List.of("~/.ssh/known_hosts"),
                                false))
                        .credentials(new CredentialPolicy(List.of("~/.netrc", "~/.npmrc"), List.of("TOKEN"))));
        assertThat(load().warnings()).isEmpty();
    }

    @Test
    void filesystem_disabled_is_the_users_to_say() throws IOException {
        user("{'sandbox': {'filesystem': {'disabled': true}}}");
        assertThat(load().policy().filesystem().disabled()).isTrue();
        local("{'sandbox': {'filesystem': {'disabled': false}}}");
        assertThat(load().policy().filesystem().disabled()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'allowUnsandboxedCommands': true",
                "'failIfUnavailable': false",
                "'autoAllowBashIfSandboxed': true",
                "'excludedCommands': ['*']",
                "'ignoreViolations': {'*': ['/']}",
                "'network': {'allowedDomains': ['*']}",
                "'network': {'allowUnixSockets': ['/run/docker.sock']}",
                "'network': {'allowAllUnixSockets': true}",
                "'network': {'strictAllowlist': false}",
                "'filesystem': {'allowWrite': ['/']}",
                "'filesystem': {'allowRead': ['~/.ssh']}",
                "'filesystem': {'disabled': true}",
                "'bwrapPath': './bwrap'",
                "'socatPath': './socat'"
            })
    void a_file_of_the_root_never_widens(String key) throws IOException {
        user("{'sandbox': {'filesystem': {'denyRead': ['~/.ssh']}}}");
        SandboxPolicy before = load().policy();
        for (String name : List.of("settings.json", "settings.local.json")) {
            Path file = root.resolve(".claude").resolve(name);
            write(file, "{'sandbox': {" + key + "}}");
            LoadedPolicy loaded = load();
            assertThat(loaded.policy()).as(name).isEqualTo(before);
            assertThat(loaded.warnings())
                    .singleElement()
                    .asString()
                    .contains(name)
                    .contains("left out");
            Files.delete(file);
        }
    }

    @Test
    void a_file_of_the_root_tightens() throws IOException {
        user("""
                {'sandbox': {'allowUnsandboxedCommands': true, 'failIfUnavailable': false,
                 'network': {'allowAllUnixSockets': true, 'deniedDomains': ['a.example']}}}""");
        project("""
                {'sandbox': {'allowUnsandboxedCommands': false, 'failIfUnavailable': true,
                 'autoAllowBashIfSandboxed': false,
                 'network': {'allowAllUnixSockets': false, 'strictAllowlist': true, 'deniedDomains': ['b.example']},
                 'filesystem': {'denyWrite': ['./src'], 'denyRead': ['secrets/**']},
                 'credentials': {'files': [{'path': '.env', 'mode': 'deny'}], 'envVars': [{'name': 'X', 'mode': 'deny'}]}}}""");
        local("{'sandbox': {'network': {'strictAllowlist': false}}}");
        SandboxPolicy policy = load().policy();
        assertThat(policy.allowUnsandboxed()).isFalse();
        assertThat(policy.failIfUnavailable()).isTrue();
        assertThat(policy.autoAllow()).isFalse();
        assertThat(policy.network())
                .isEqualTo(NetworkPolicy.defaults()
                        .deniedDomains(List.of("a.example", "b.example"))
                        .strictAllowlist(true));
        assertThat(policy.filesystem().denyWrite()).containsExactly("src");
        assertThat(policy.filesystem().denyRead()).containsExactly("secrets/**");
        assertThat(policy.credentials()).isEqualTo(new CredentialPolicy(List.of(".env"), List.of("X")));
    }

    @Test
    void lists_of_a_trusted_root_are_put_together_and_its_repository_still_opens_no_switch() throws IOException {
        user("{'sandbox': {'network': {'allowedDomains': ['a.example']}}}");
        project("""
                {'sandbox': {'allowUnsandboxedCommands': true, 'excludedCommands': ['make *'],
                 'network': {'allowedDomains': ['b.example', 'a.example'], 'allowAllUnixSockets': true}}}""");
        local("{'sandbox': {'failIfUnavailable': false, 'filesystem': {'allowWrite': ['../shared']}}}");
        SandboxPolicy policy = PolicyLoader.of(home).trustingRoot().load(root).policy();
        assertThat(policy.network().allowedDomains()).containsExactly("a.example", "b.example");
        assertThat(policy.network().allowAllUnixSockets()).isFalse();
        assertThat(policy.excludedCommands()).containsExactly("make *");
        assertThat(policy.allowUnsandboxed()).isFalse();
        assertThat(policy.failIfUnavailable()).isFalse();
        assertThat(policy.filesystem().allowWrite()).containsExactly("../shared");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'network': {'allowManagedDomainsOnly': true}",
                "'network': {'tlsTerminate': {}}",
                "'filesystem': {'allowManagedReadPathsOnly': true}",
                "'credentials': {'files': [{'path': '~/.netrc', 'mode': 'mask'}]}",
                "'credentials': {'envVars': [{'name': 'X', 'mode': 'mask'}]}",
                "'credentials': {'envVars': [{'name': 'X'}]}"
            })
    void a_key_that_would_tighten_and_is_not_supported_fails(String key) throws IOException {
        project("{'sandbox': {" + key + "}}");
        refused("tighter");
    }

    @Test
    void in_the_home_directory_the_settings_of_the_root_are_the_users() throws IOException {
        user("{'sandbox': {'allowUnsandboxedCommands': true}}");
        LoadedPolicy loaded = PolicyLoader.of(home).load(home);
        assertThat(loaded.policy().allowUnsandboxed()).isTrue();
        assertThat(loaded.warnings()).isEmpty();
    }

    @Test
    void a_tightening_key_that_is_off_is_no_matter() throws IOException {
        project("{'sandbox': {'network': {'allowManagedDomainsOnly': false, 'tlsTerminate': null}}}");
        assertThat(load().warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'enableWeakerNestedSandbox': true",
                "'enableWeakerNetworkIsolation': true",
                "'allowAppleEvents': true",
                "'allowNestedUserNamespaces': true",
                "'ripgrep': {'command': 'rg'}",
                "'enabledPlatforms': ['macos']",
                "'network': {'allowLocalBinding': true}",
                "'network': {'allowMachLookup': ['x']}",
                "'network': {'httpProxyPort': 1}",
                "'network': {'socksProxyPort': 1}"
            })
    void a_key_that_is_not_needed_is_left_out_with_a_warning(String key) throws IOException {
        user("{'sandbox': {" + key + "}}");
        assertThat(load().policy()).isEqualTo(SandboxPolicy.defaults());
        assertThat(load().warnings()).singleElement().asString().contains("not supported");
        assertThat(load().unknownKeys()).isEmpty();
    }

    @Test
    void unknown_keys_are_kept_and_told() throws IOException {
        user("{'sandbox': {'newKey': 1, 'network': {'other': true}}}");
        assertThat(load().unknownKeys()).containsExactlyInAnyOrder("newKey", "network.other");
        assertThat(load().warnings()).hasSize(2);
    }

    @Test
    void rules_of_permissions_for_files_and_hosts_are_told_to_have_no_effect() throws IOException {
        user("{'permissions': {'deny': ['Read(~/.ssh/**)', 'WebFetch(domain:x)']}}");
        assertThat(load().warnings()).singleElement().asString().contains("permissions.deny");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{} {}",
                "{'sandbox': {'network': {}, 'network': {}}}",
                "{'sandbox': true}",
                "{'sandbox': {'network': []}}",
                "{'sandbox': {'network': {'deniedDomains': 'a.example'}}}",
                "{'sandbox': {'network': {'deniedDomains': [1]}}}",
                "{'sandbox': {'network': {'deniedDomains': ['https://a.example']}}}",
                "{'sandbox': {'allowUnsandboxedCommands': 'false'}}",
                "{'sandbox': {'excludedCommands': {}}}",
                "{'sandbox': {'filesystem': {'denyRead': ['a[']}}}",
                "{'sandbox': {'credentials': {'files': [{'mode': 'deny'}]}}}",
                "{'sandbox': {'credentials': {'envVars': {'name': 'X'}}}}",
                "{'sandbox': {'ignoreViolations': {'*': '/etc'}}}"
            })
    void a_file_that_cannot_be_understood_fails(String content) throws IOException {
        project(content);
        refused("");
    }

    @Test
    void a_file_with_a_secret_that_is_not_json_is_not_quoted() throws IOException {
        project("{'env': {'TOKEN': hunter2}}");
        assertThatThrownBy(this::load)
                .isInstanceOf(WorkspaceException.class)
                .message()
                .contains("line 1")
                .doesNotContain("hunter2")
                .doesNotContain(directory.toString());
    }

    @Test
    void what_is_no_regular_file_fails() throws IOException {
        Files.createDirectory(root.resolve(".claude/settings.json"));
        assertThatThrownBy(this::load)
                .asInstanceOf(InstanceOfAssertFactories.type(WorkspaceException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
    }

    @Test
    void a_link_to_nothing_fails() throws IOException {
        Files.createSymbolicLink(root.resolve(".claude/settings.json"), Path.of("missing"));
        assertThatThrownBy(this::load).isInstanceOf(WorkspaceException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "//etc/x, /etc/x, /etc/x",
        "/etc, /etc, /etc",
        "/etc/**, /etc/**, /etc/**",
        "~/x, ~/x, ~/x",
        "./x, ~/.claude/x, x",
        "x/y, ~/.claude/x/y, x/y",
        "../x, ~/.claude/../x, ../x",
        "., ~/.claude/., .",
    })
    void a_path_means_the_same_as_in_claude_code(String path, String ofUser, String ofProject) throws IOException {
        user("{'sandbox': {'filesystem': {'denyWrite': ['" + path + "']}}}");
        assertThat(load().policy().filesystem().denyWrite()).containsExactly(ofUser);
        Files.delete(home.resolve(".claude/settings.json"));
        project("{'sandbox': {'filesystem': {'denyWrite': ['" + path + "']}}}");
        assertThat(load().policy().filesystem().denyWrite()).containsExactly(ofProject);
    }

    @Test
    void a_deny_that_can_be_read_in_two_ways_holds_in_both() throws IOException {
        project("{'sandbox': {'filesystem': {'denyRead': ['/no-such-directory/x', '/no-such*/y', '/**']}}}");
        assertThat(load().policy().filesystem().denyRead())
                .containsExactly("/no-such-directory/x", "no-such-directory/x", "/no-such*/y", "/**");
        assertThat(load().warnings()).singleElement().asString().contains("begins with /");
    }

    private LoadedPolicy load() {
        return PolicyLoader.of(home).load(root);
    }

    private void refused(String reason) {
        assertThatThrownBy(this::load)
                .asInstanceOf(InstanceOfAssertFactories.type(WorkspaceException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .satisfies(e -> assertThat(e.getMessage()).contains(reason));
    }

    private void user(String json) throws IOException {
        write(home.resolve(".claude/settings.json"), json);
    }

    private void project(String json) throws IOException {
        write(root.resolve(".claude/settings.json"), json);
    }

    private void local(String json) throws IOException {
        write(root.resolve(".claude/settings.local.json"), json);
    }

    private static void write(Path file, String json) throws IOException {
        Files.writeString(file, json.replace('\'', '"'));
    }
}
