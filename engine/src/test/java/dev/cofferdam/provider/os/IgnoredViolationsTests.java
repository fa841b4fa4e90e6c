package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IgnoredViolationsTests {
    @Test
    void expected_violations_are_not_told() {
        IgnoredViolations ignored =
                new IgnoredViolations(Map.of("*", List.of("/etc/hosts"), "npm install", List.of("registry", "/x")));
        List<String> violations = List.of("file: /etc/hosts", "network: registry.test", "file: /y");
        assertThat(ignored.told("ls", violations)).containsExactly("network: registry.test", "file: /y");
        assertThat(ignored.told("cd a && npm install b", violations)).containsExactly("file: /y");
    }
}
