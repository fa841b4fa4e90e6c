package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of the profiles; no macOS has run them here. */
class SeatbeltProfileTests {
    private static final List<String> WRITABLE = List.of("/Users/me/project", "/private/tmp/cofferdam-1");
    private static final List<String> PROTECTED =
            List.of("/Users/me/project/.git/hooks", "/Users/me/project/.mcp.json", "/Users/me/.claude");

    @Test
    void the_defaults_are_rendered_as_reviewed() throws IOException {
        assertThat(profile(List.of(), List.of(), false).render()).isEqualTo(golden("defaults.sb"));
    }

    @Test
    void a_policy_is_rendered_as_reviewed() throws IOException {
        SeatbeltProfile profile = new SeatbeltProfile(
                List.of("/Users/me/project", "/tmp/cofferdam-1", "/Users/me/.cache/**"),
                List.of("/Users/me/project/.git/hooks", "/Users/me/project/**/*.lock"),
                List.of("/Users/me", "/Users/me/project/secrets/**", "/Users/me/project/[!a]?.pem"),
                List.of("/Users/me/project", "/Users/me/.gitconfig"),
                false,
                List.of("/var/run/docker.sock"),
                false,
                53124,
                true);
        assertThat(profile.render()).isEqualTo(golden("policy.sb"));
    }

    @Test
    void without_isolation_of_files_only_the_network_is_limited() throws IOException {
        assertThat(profile(List.of("/Users/me/.ssh"), List.of(), true).render()).isEqualTo(golden("disabled.sb"));
    }

    @Test
    void a_later_deny_holds_against_an_earlier_allow_of_the_same_path() {
        String text = profile(List.of("/a/b"), List.of("/a/b"), false).render();
        assertThat(text.indexOf("(allow file-read*\n    (subpath \"/a/b\"))"))
                .isPositive()
                .isLessThan(text.indexOf("(deny file-read*\n    (subpath \"/a/b\"))"));
    }

    @Test
    void nothing_in_a_path_ends_its_string() {
        String text = profile(List.of("/a\") (allow default) (\"\\"), List.of(), false)
                .render();
        assertThat(text).contains("(subpath \"/a\\\") (allow default) (\\\"\\\\\")");
    }

    @Test
    void nothing_in_a_path_works_as_an_expression() {
        SeatbeltFilter filter = new SeatbeltFilter(false);
        assertThat(filter.tree("/a.b(c)|d*")).containsExactly("(regex \"^/a\\\\.b\\\\(c\\\\)\\\\|d[^/]*(/.*)?$\")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a\nb", "/a\u0000b", "/a\u007fb"})
    void a_path_with_a_control_character_is_refused(String path) {
        SeatbeltProfile profile = profile(List.of(path), List.of(), false);
        assertThatThrownBy(profile::render).isInstanceOf(WorkspaceException.class);
    }

    private static SeatbeltProfile profile(List<String> denyRead, List<String> allowRead, boolean disabled) {
        return new SeatbeltProfile(
                WRITABLE, PROTECTED, denyRead, allowRead, disabled, List.of(), disabled, 53124, false);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SeatbeltProfileTests.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
