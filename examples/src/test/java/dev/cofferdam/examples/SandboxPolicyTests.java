package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.provider.os.FilesystemPolicy;
import dev.cofferdam.provider.os.NetworkPolicy;
import dev.cofferdam.provider.os.PolicyLoader;
import dev.cofferdam.provider.os.SandboxPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/providers/os-policy.md shows. */
class SandboxPolicyTests {
    @Test
    void aPolicyIsWrittenInCode() {
        SandboxPolicy policy = SandboxPolicy.defaults()
                .filesystem(FilesystemPolicy.defaults().denyRead(List.of("~/.ssh", "~/.aws")))
                .network(NetworkPolicy.defaults().allowedDomains(List.of("repo.example.org", "*.example.net:443")));

        assertThat(policy.filesystem().denyRead()).hasSize(2);
        assertThat(policy.network().allowedDomains()).hasSize(2);
    }

    @Test
    void aPolicyIsReadFromSettings(@TempDir Path home, @TempDir Path root) throws Exception {
        Files.createDirectory(root.resolve(".claude"));
        Files.writeString(
                root.resolve(".claude/settings.json"),
                "{\"sandbox\": {\"network\": {\"deniedDomains\": [\"evil.example\"], \"allowedDomains\": [\"*\"]}}}");

        SandboxPolicy policy = PolicyLoader.of(home).load(root).policy();

        assertThat(policy.network()).isEqualTo(NetworkPolicy.defaults().deniedDomains(List.of("evil.example")));
    }
}
