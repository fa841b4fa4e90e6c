package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPatternTests {
    @ParameterizedTest
    @CsvSource({
        "github.com, github.com, 443, true",
        "GitHub.com., github.com, 443, true",
        "github.com, api.github.com, 443, false",
        "github.com, notgithub.com, 443, false",
        "github.com:443, github.com, 443, true",
        "github.com:443, github.com, 80, false",
        "*.example.org, a.example.org, 1, true",
        "*.example.org, a.b.example.org, 1, true",
        "*.example.org, example.org, 1, false",
        "*.example.org, badexample.org, 1, false",
        "*.example.org:8443, a.example.org, 8443, true",
        "*.example.org:8443, a.example.org, 443, false",
        "*.bücher.example, a.xn--bcher-kva.example, 443, true",
        "*, anything.example, 1, true",
        "*, 10.0.0.1, 1, true",
        "*:443, anything.example, 443, true",
        "*:443, anything.example, 80, false",
        "127.0.0.1:3000, 127.0.0.1, 3000, true",
        "127.0.0.1:3000, [::ffff:127.0.0.1], 3000, true",
        "127.0.0.1:3000, 127.0.0.1, 3001, false",
        "[::1], [0:0::1], 80, true",
        "[::1]:80, [::1], 80, true",
        "[::1]:80, [::1], 81, false",
        "localhost, 127.0.0.1, 80, false",
    })
    void an_entry_matches_what_it_says(String entry, String host, int port, boolean expected) {
        assertThat(HostPattern.parse("list", entry).matches(Host.parse(host), port))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1, true", "*, 127.0.0.1, false", "*.localhost, a.localhost, false"})
    void only_a_host_that_is_written_out_is_named(String entry, String host, boolean expected) {
        assertThat(HostPattern.parse("list", entry).names(Host.parse(host), 80)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*.",
                "**",
                "a*.example",
                "*.*.example",
                "example.*",
                "*.1.2.3.4",
                "host:0",
                "host:65536",
                "host:080",
                "host:",
                "host:x",
                "::1",
                "::1:80",
                "[::1]80",
                "https://host",
                "host/path",
                "host:443/path",
                "a b",
                "user:hunter2@host",
                "user:hunter2@host:80"
            })
    void a_malformed_entry_names_its_list_and_shows_no_secret(String entry) {
        assertThatThrownBy(() -> HostPattern.parse("network.allowedDomains", entry))
                .asInstanceOf(InstanceOfAssertFactories.type(WorkspaceException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith("network.allowedDomains: ")
                        .contains("github.com")
                        .doesNotContain("hunter2"));
    }
}
