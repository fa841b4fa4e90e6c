package dev.cofferdam.internal.glob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTests {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "*.java A.java",
                "*.java .java",
                "* .hidden",
                "a?c abc",
                "a?c aéc",
                "a?c a\uD83D\uDE00c",
                "src/*/x src/a/x",
                "** a",
                "** a/b/c",
                "**/x x",
                "**/x a/x",
                "**/x a/b/x",
                "a/** a",
                "a/** a/b",
                "a/** a/b/c",
                "a/**/b a/b",
                "a/**/b a/x/b",
                "a/**/b a/x/y/b",
                "a/**/**/b a/b",
                "a/**/**/b a/x/y/z/b",
                "a/**/** a",
                "**/** a/b",
                "**/a/** a",
                "**/a/** x/y/a/b/c",
                "a**b axxb",
                "*** abc",
                "[abc] b",
                "[a-z]x qx",
                "[!x]y ay",
                "[a-] -",
                "[a\\]] ]",
                "[*?] *",
                "[α-ω] λ",
                "{a,b}.txt b.txt",
                "x{,y}z xz",
                "{src/main,src/test}/** src/test/A.java",
                "{src/**,test/**} test/a/b",
                "{src/**,test/**} test",
                "{**/a,b} x/y/a",
                "{**/a,b} a",
                "{a/**,b}/c a/c",
                "{a/**,b}/c a/x/y/c",
                "{a/**,b}/c b/c",
                "{[,],b} ,",
                "\\* *",
                "\\{a,b\\} {a,b}",
                "a,b a,b",
                "a} a}",
                "a] a]",
                "a\\\\b a\\b",
            })
    void what_matches(String pattern, String path) {
        assertThat(Glob.compile(pattern).matches(path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "*.java a/A.java",
                "*.java A.javax",
                "*.java A.JAVA",
                "a?c a/c",
                "a?c ac",
                "a*c a/c",
                "a**c a/c",
                "x/**y x/a/y",
                "**x a/x",
                "*** a/b",
                "a/**/b axb",
                "a/**/b a/bx",
                "**/x ax",
                "a/** ab",
                "[abc] d",
                "[!x] x",
                "a[!x]b a/b",
                "a[.-0]b a/b",
                "{a,b}.txt c.txt",
                "{a,b} a,b",
                "x{**/a,b} xy/z/a",
                "\\* a",
                "/a a",
                "{**,b} a/b",
                "{a,b}** a/x",
                "{a/,b}** a/x/y",
                "**{a,b} x/a",
            })
    void what_does_not_match(String pattern, String path) {
        assertThat(Glob.compile(pattern).matches(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[", "[]", "[!]", "[a", "[z-a]", "[a/b]", "[\\/]", "{a", "{a,{b,c}}", "a\\", "[\\", "{[}]"})
    void a_bad_pattern_is_refused(String pattern) {
        assertThatThrownBy(() -> Glob.compile(pattern))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("at character ");
    }

    @Test
    void the_message_says_where_the_pattern_is_wrong() {
        assertThatThrownBy(() -> Glob.compile("ab[z-a]"))
                .hasMessage("The glob 'ab[z-a]' is malformed at character 4: the range ends before it begins.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"a/b true", "** true", "a**b true", "*.java false", "[*]* false", "\\*\\* false", "{a,b/c} true"})
    void a_slash_or_two_stars_cross_directories(String pattern, boolean crosses) {
        assertThat(Glob.compile(pattern).crossesDirectories()).isEqualTo(crosses);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "src/*.java src true",
                "src/*.java test false",
                "src/*.java src/a false",
                "src/*.java sr false",
                "src/** src/a/b true",
                "**/x a/b/c true",
                "*.java a false",
                "{a/b,c}/d a true",
                "{a/b,c}/d a/b true",
                "{a/b,c}/d c true",
                "{a/b,c}/d d false",
            })
    void nothing_can_match_below_some_directories(String pattern, String directory, boolean may) {
        assertThat(Glob.compile(pattern).mayMatchBelow(directory)).isEqualTo(may);
    }

    @Test
    void below_the_listed_directory_itself_something_may_match() {
        assertThat(Glob.compile("a").mayMatchBelow("")).isTrue();
    }

    @Test
    void what_is_not_utf8_counts_as_the_replacement_character() {
        String name = Names.decode(new byte[] {'a', (byte) 0xFF, 'b'});

        assertThat(Glob.compile("a?b").matches(name)).isTrue();
        assertThat(Glob.compile("a\uFFFDb").matches(name)).isTrue();
        assertThat(Glob.compile("a??b").matches(name)).isFalse();
    }

    @Test
    void the_locale_does_not_matter() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(Glob.compile("[A-Z]").matches("I")).isTrue();
            assertThat(Glob.compile("[A-Z]").matches("ı")).isFalse();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void a_hostile_pattern_takes_no_longer_than_others() {
        String stars = "a*".repeat(200) + "b";
        String segments = "**/a/".repeat(200) + "b";
        String choices = "{a,aa,a*}".repeat(200) + "b";

        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(Glob.compile(stars).matches("a".repeat(3_000))).isFalse();
            assertThat(Glob.compile(segments).matches("a/".repeat(1_500) + "a")).isFalse();
            assertThat(Glob.compile(choices).matches("a".repeat(3_000))).isFalse();
        });
    }

    @Test
    void a_long_pattern_is_no_trouble() {
        assertThat(Glob.compile("{a,b}".repeat(20_000)).matches("ab".repeat(10_000)))
                .isTrue();
        assertThat(Glob.compile("*".repeat(100_000)).matches("x")).isTrue();
    }
}
