package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.WorkspaceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostTests {
    @ParameterizedTest
    @CsvSource({
        "GitHub.COM, github.com",
        "github.com., github.com",
        "localhost, localhost",
        "a_b.example, a_b.example",
        "bücher.example, xn--bcher-kva.example",
        "１２７。0。0。1, 127.0.0.1",
        "127.0.0.1, 127.0.0.1",
        "127.0.0.1., 127.0.0.1",
        "[::1], [::1]",
        "[0:0:0:0:0:0:0:1], [::1]",
        "[FD00:EC2::254], [fd00:ec2::254]",
        "[2001:db8::1:0:0:1], [2001:db8::1:0:0:1]",
        "[::], [::]",
        "[1:2:3:4:5:6:7:0], [1:2:3:4:5:6:7:0]",
        "[::ffff:127.0.0.1], 127.0.0.1",
        "[::ffff:7f00:1], 127.0.0.1",
    })
    void a_host_has_one_normal_form(String raw, String normal) {
        assertThat(Host.parse(raw)).hasToString(normal);
        assertThat(Host.parse(raw)).isEqualTo(Host.parse(normal)).hasSameHashCodeAs(Host.parse(normal));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x7f.1",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f000001",
                "0X7F.0.0.0x1",
                "017700000001",
                "0177.0.0.1",
                "127.0.0.01",
                "256.1.1.1",
                "1.2.3.4.5",
                "example.0x1",
                "example.123",
                "0x"
            })
    void an_odd_form_of_an_ipv4_address_is_refused(String raw) {
        assertThatThrownBy(() -> Host.parse(raw)).isInstanceOf(WorkspaceException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a..b",
                ".a",
                "a..",
                "-a.example",
                "a-.example",
                "a b",
                "a\tb",
                "a\u0000b",
                "a\r\nHost: b",
                "user@host",
                "user:secret@host",
                "http://host",
                "host/path",
                "::1",
                "[::1",
                "[]",
                "[127.0.0.1]",
                "[fe80::1%eth0]",
                "[::1]x",
                "[:::]",
                "[1:2:3]",
                "a%2eb",
                "*.example.org",
                "a․b‥c",
                "xn--\u00fc",
                "a\\b"
            })
    void what_is_not_a_host_is_refused_without_being_shown(String raw) {
        assertThatThrownBy(() -> Host.parse(raw))
                .isInstanceOf(WorkspaceException.class)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void a_name_has_at_most_253_characters_in_parts_of_63() {
        String longest = ("a".repeat(63) + ".").repeat(3) + "a".repeat(61);
        assertThat(Host.parse(longest)).hasToString(longest);
        assertThat(Host.parse(longest + ".")).hasToString(longest);
        assertThatThrownBy(() -> Host.parse(longest + "a")).isInstanceOf(WorkspaceException.class);
        assertThatThrownBy(() -> Host.parse("a".repeat(64))).isInstanceOf(WorkspaceException.class);
    }
}
