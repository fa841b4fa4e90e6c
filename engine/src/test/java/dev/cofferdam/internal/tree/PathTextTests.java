package dev.cofferdam.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathTextTests {
    @Test
    void every_name_comes_back_from_text_that_can_be_encoded() {
        String name =
                Names.decode(new byte[] {'a', '%', (byte) 0x80, (byte) 0xFF, (byte) 0xC3, (byte) 0xA9, '/', '\n'});

        assertThat(PathText.write(name)).isEqualTo("a%25%80%FFé/\n");
        assertThat(PathText.read(PathText.write(name))).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "%41", "%2F", "%00", "%ff"})
    void other_escapes_are_refused(String text) {
        assertThatThrownBy(() -> PathText.read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/a", "a/", "a//b", ".", "a/..", "../a", "a/./b", "a\0b"})
    void what_is_no_plain_relative_path_is_refused(String path) {
        assertThatThrownBy(() -> PathText.names(path)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_plain_relative_path_is_split_at_its_slashes() {
        assertThat(PathText.names("a/.b/c d")).containsExactly("a", ".b", "c d");
    }
}
