package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTests {
    @Test
    void plain_words_are_cut_as_every_shell_cuts_them() {
        assertThat(words("git  commit -m 'a  b' \"c \\\" \\\\ \\d\" e\\ f ''"))
                .containsExactly(List.of("git", "commit", "-m", "a  b", "c \" \\ \\d", "e f", ""));
        assertThat(words("a 1 && b 2 || c; d | e & f\ng\n\n"))
                .containsExactly(
                        List.of("a", "1"),
                        List.of("b", "2"),
                        List.of("c"),
                        List.of("d"),
                        List.of("e"),
                        List.of("f"),
                        List.of("g"));
        assertThat(words("ls *.txt a?b [ab] ~/x '$HOME' 'a\nb' größe"))
                .containsExactly(List.of("ls", "*.txt", "a?b", "[ab]", "~/x", "$HOME", "a\nb", "größe"));
        assertThat(words("sleep 1 &")).containsExactly(List.of("sleep", "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n",
                ";",
                "a;;b",
                "a &&",
                "a |",
                "&& a",
                "| a",
                "a & & b",
                "a &&& b",
                "a ||| b",
                "a |& b",
                "a ;& b",
                "a > b",
                "a>b",
                "a 2>&1",
                "a &> b",
                "a < b",
                "a << E",
                "a <<< b",
                "a <(b)",
                "a >(b)",
                "a $(b)",
                "a `b`",
                "a \"$(b)\"",
                "a \"`b`\"",
                "$A b",
                "a $B",
                "a ${B}",
                "a \"$B\"",
                "a $'b'",
                "a $((1))",
                "cd x && a",
                "pushd x",
                "(a)",
                "a (b)",
                "{ a; }",
                "a {b,c}",
                "f() { a; }",
                "function f",
                "if a; then b; fi",
                "for x in y; do z; done",
                "while a; do b; done",
                "case a in b) c;; esac",
                "! a",
                "[[ a ]]",
                "time a",
                "A=b c",
                "A= c",
                "A+=b c",
                "A[0]=b c",
                "A=b",
                "eval a",
                "source a",
                ". a",
                "exec a",
                "env a",
                "/usr/bin/env a",
                "xargs a",
                "a | xargs b",
                "sh -c a",
                "bash a",
                "/bin/sh",
                "a | sh",
                "command a",
                "builtin a",
                "alias a=b",
                "export A=b",
                "set -a",
                "trap a EXIT",
                "make X=y",
                "gmake -C a X=y",
                "read a",
                "unset a",
                "'cd' x",
                "\\cd x",
                "c\\d x",
                "\"cd\" x",
                "c''d x",
                "~/bin/a",
                "*/a",
                "a?",
                "./[a]",
                "'a b' c",
                "'' a",
                "a # b",
                "#a",
                "a 'b",
                "a \"b",
                "a \\",
                "a \\\nb",
                "a \"b\\\nc\"",
                "a \"b!\"",
                "a\rb",
                "a \u0007",
                "a\u0000b",
                "a\u00a0b",
                "a \u200bb",
                "a 'b\u202ec'",
                "a\u2028b",
                "a\fb",
                "a\u000bb",
                "a ^b^ %x }"
            })
    void whatever_is_not_proven_simple_is_unknown(String line) {
        assertThat(CommandLine.ofShell(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docker *|docker ps|true",
                "docker *|docker|true",
                "docker:*|docker run -it 'a b'|true",
                "docker|docker ps|false",
                "docker|docker|true",
                "docker *|dockerd x|false",
                "docker *|./docker x|false",
                "docker *|/tmp/docker x|false",
                "docker *|docker ps && docker rm x|true",
                "docker *|docker ps && rm x|false",
                "docker *|rm x; docker ps|false",
                "docker *|docker ps & cat|false",
                "docker *|echo docker ps|false",
                "npm run test:*|npm run test|true",
                "npm run test:*|npm run test -- -x|true",
                "npm run test:*|npm run testx|false",
                "git * main|git push origin main|true",
                "git * main|git push origin main2|false",
                "git commit -m x|git commit -m 'x'|true",
                "git commit -m x y|git commit -m 'x y'|false",
                "*|anything at all|true",
                "d.cker *|docker ps|false",
            })
    void a_line_is_excluded_when_each_of_its_commands_is(String rule, String line, boolean excluded) {
        assertThat(CommandLine.ofShell(line).orElseThrow().isExcluded(List.of("unrelated", rule)))
                .isEqualTo(excluded);
    }

    @Test
    void without_rules_nothing_is_excluded() {
        assertThat(CommandLine.ofShell("docker ps").orElseThrow().isExcluded(List.of()))
                .isFalse();
    }

    @Test
    void words_for_no_shell_are_taken_as_they_are() {
        assertThat(CommandLine.ofWords(List.of("git", "log", "$(x)", "> y"))
                        .orElseThrow()
                        .commands())
                .containsExactly(List.of("git", "log", "$(x)", "> y"));
        assertThat(CommandLine.ofWords(List.of("sh", "-c", "git log; docker ps"))
                        .orElseThrow()
                        .commands())
                .hasSize(2);
        assertThat(CommandLine.ofWords(List.of("sh", "-c", "git log > x"))).isEmpty();
        assertThat(CommandLine.ofWords(List.of("sh", "x"))).isEmpty();
        assertThat(CommandLine.ofWords(List.of("bash", "-c", "git log"))).isEmpty();
        assertThat(CommandLine.ofWords(List.of("docker run", "x"))).isEmpty();
    }

    /** Random lines out of dangerous pieces: whatever is called simple has no piece that could do more. */
    @Test
    void no_random_line_with_a_dangerous_piece_outside_of_single_quotes_is_simple() {
        List<String> pieces = List.of(
                "a", "docker", " ", "  ", "'", "\"", "\\", "$", "`", "(", ")", "<", ">", "|", "&", ";", "\n", "{", "}",
                "#", "!", "~", "*", "?", "[", "]", "=", "A=", "cd", "eval", "\t", "\r", "$(x)", "'x y'", "\"x y\"", "é",
                "\u200b");
        Random random = new Random(42);
        int simple = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder line = new StringBuilder();
            for (int length = random.nextInt(10); length >= 0; length--) {
                line.append(pieces.get(random.nextInt(pieces.size())));
            }
            Optional<CommandLine> read = CommandLine.ofShell(line.toString());
            if (read.isPresent()) {
                simple++;
                assertThat(bare(line.toString())).as(line.toString()).doesNotContainPattern("[$`()<>{}#!\\r\\u200b]");
                assertThat(read.get().commands())
                        .as(line.toString())
                        .allSatisfy(words -> assertThat(words.get(0))
                                .matches("[A-Za-z0-9_./+-]+")
                                .isNotIn("cd", "eval"));
            }
        }
        assertThat(simple).isGreaterThan(1_000);
    }

    /** The words are those that the shell of this machine cuts, which prints them in the place of the program. */
    @Test
    void a_real_shell_cuts_simple_lines_into_the_same_words() throws Exception {
        List<String> pieces = List.of(
                "a", "docker", " ", "  ", "\t", "'", "\"", "\\", "'x y'", "\"x y\"", "''", "é", "=", "%", "*", "?", "[",
                "]", "$", "`", "#", "!", "{", "'$'", "\\\"", "\\\\", "'\n'", "-n", "@", "^", ",", ":");
        Random random = new Random(7);
        List<String> expected = new ArrayList<>();
        StringBuilder script = new StringBuilder("set -f\n");
        while (expected.size() < 4_000) {
            StringBuilder line = new StringBuilder("a");
            for (int length = random.nextInt(12); length >= 0; length--) {
                line.append(pieces.get(random.nextInt(pieces.size())));
            }
            Optional<CommandLine> read = CommandLine.ofShell(line.toString());
            if (read.isPresent()) {
                expected.add(String.join("\u0001", words(line.toString()).get(0)));
                script.append("printf '%s\\001' ").append(line).append("\nprintf '\\002'\n");
            }
        }
        Process shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
        CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> {
            try {
                return shell.getInputStream().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (OutputStream in = shell.getOutputStream()) {
            in.write(script.toString().getBytes(StandardCharsets.UTF_8));
        }
        String printed = new String(output.get(30, TimeUnit.SECONDS), StandardCharsets.UTF_8);
        assertThat(List.of(printed.split("\u0001\u0002", -1)))
                .startsWith(expected.toArray(String[]::new))
                .hasSize(expected.size() + 1);
    }

    /** Return a line without its quoted and escaped characters; double quotes keep what works inside of them. */
    private static String bare(String line) {
        StringBuilder bare = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote == '\'') {
                quote = c == '\'' ? 0 : quote;
            } else if (c == '\\') {
                i++;
            } else if (quote == '"') {
                quote = c == '"' ? 0 : quote;
                bare.append(c == '$' || c == '`' ? String.valueOf(c) : "");
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else {
                bare.append(c);
            }
        }
        return bare.toString();
    }

    private static List<List<String>> words(String line) {
        return CommandLine.ofShell(line).orElseThrow().commands();
    }
}
