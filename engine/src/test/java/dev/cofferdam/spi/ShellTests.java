package dev.cofferdam.spi;

import static dev.cofferdam.spi.Shell.shellCommand;
import static dev.cofferdam.spi.Shell.shellQuote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShellTests {
    private static final long SEED = 20_261_130;
    private static final int ROUNDS = 400;
    private static final String AWKWARD =
            "'\"\\$`!*?[]{}()<>|&;#~=^ \t\n\r\u0001\u0007\u001b\u007f\u0081\u0085\u0088\u2028é€";

    /** The shells of this machine; {@code sh} is everywhere. */
    static Stream<List<String>> shells() {
        return Stream.of(List.of("sh"), List.of("dash"), List.of("bash"), List.of("busybox", "sh"))
                .filter(shell -> Stream.of("/bin/", "/usr/bin/")
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory + shell.get(0)))));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void real_shells_read_random_words_as_themselves(List<String> shell) throws Exception {
        Random random = new Random(SEED);
        List<String> words =
                new ArrayList<>(List.of("", "-n", "--", "a'b", "\n", "x\n", "'", "''", "\\", "-'\n", "=a"));
        while (words.size() < ROUNDS) {
            words.add(word(random));
        }
        String script = shellCommand(Stream.concat(Stream.of("printf", "%s\\0"), words.stream())
                        .toList())
                + "\n";
        assertThat(run(shell, script)).isEqualTo(String.join("\0", words) + "\0");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void real_shells_run_a_program_whatever_its_name_means_to_them(List<String> shell) throws Exception {
        for (String name : List.of("if", "while", "{", "!", "A=b", "cd me", "-x", "#x", "~")) {
            String script = "PATH=/nowhere; " + shellCommand(List.of(name, "a")) + "; echo $?";
            assertThat(run(shell, script)).as(name).isEqualTo("127\n");
        }
    }

    @Test
    void plain_words_stay_as_they_are() {
        assertThat(shellQuote("src/Main.java")).isEqualTo("src/Main.java");
        assertThat(shellQuote("it's")).isEqualTo("'it'\\''s'");
        assertThat(shellQuote("")).isEqualTo("''");
        assertThat(shellCommand(List.of("ls", "-l", "a b"))).isEqualTo("'ls' -l 'a b'");
    }

    @Test
    void what_no_program_can_be_given_is_refused() {
        for (String bad : List.of("a\0b", "\ud800", "x\udc00y")) {
            ErrorCode code = bad.indexOf('\0') >= 0 ? ErrorCode.INVALID_ARGUMENT : ErrorCode.ENCODING;
            assertThatThrownBy(() -> shellQuote(bad))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(code));
            assertThatThrownBy(() -> shellCommand(List.of(bad)))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(code));
        }
        assertThatThrownBy(() -> shellCommand(List.of()))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(3);
            if (kind == 0) {
                word.append(AWKWARD.charAt(random.nextInt(AWKWARD.length())));
            } else if (kind == 1) {
                word.append((char) (1 + random.nextInt(126)));
            } else {
                word.appendCodePoint(0x10000 + random.nextInt(0x1000));
            }
        }
        return word.toString();
    }

    /** Run a script that is read from a file, so that its length has no bound. */
    private static String run(List<String> shell, String script) throws Exception {
        List<String> words = new ArrayList<>(shell);
        words.addAll(List.of("-c", "IFS= eval \"$(cat; echo)\""));
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
