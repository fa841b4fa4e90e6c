package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViolationScanTests {
    private static final String ENDING = " was refused: Read-only file system";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch: cannot touch '/p/q': Read-only file system",
                "rm: cannot remove ‘/p/q’: Read-only file system",
                "mv: cannot move 'x' to '/p/q': Read-only file system",
                "sh: 1: cannot create /p/q: Read-only file system",
                "bash: line 1: /p/q: Read-only file system",
                "OSError: [Errno 30] Read-only file system: '/p/q'",
                "OSError: [Errno 30] Read-only file system: 'x' -> '/p/q'",
                "java.nio.file.FileSystemException: /p/q: Read-only file system",
                "Exception in thread \"main\" java.io.FileNotFoundException: /p/q (Read-only file system)",
                "fatal: cannot mkdir /p/q: Read-only file system",
                "Read-only file system: /p/q at x.pl line 1.",
                "sed: couldn't open temporary file /p/q: Read-only file system",
                "\u001b[31mtouch: cannot touch '/p/q'\u001b[0m: Read-only file system",
            })
    void the_path_is_found_in_what_programs_print(String line) {
        assertThat(scan("x\n" + line + "\r\ny", "/p/q")).containsExactly("file: /p/q" + ENDING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: EROFS: read-only file system, open '/p/q'",
                "npm error EROFS: read-only file system, mkdir '/p/q'",
                "Error: EROFS: read-only file system, rename 'x' -> '/p/q'"
            })
    void the_path_is_found_in_what_node_prints(String line) {
        assertThat(scan(line, "/p/q")).containsExactly("file: /p/q was refused: EROFS");
    }

    @Test
    void what_may_have_other_reasons_counts_only_for_a_path_of_the_policy() {
        for (String reason : List.of("Permission denied", "Device or resource busy", "Invalid cross-device link")) {
            assertThat(scan("mv: cannot move '/a' to '/p/q': " + reason, "/p/q"))
                    .containsExactly("file: /p/q was refused: " + reason);
            assertThat(scan("mv: cannot move '/a' to '/b': " + reason, "/p/q")).isEmpty();
        }
        assertThat(scan("EACCES: permission denied, open '/b'", "/p/q")).isEmpty();
        assertThat(scan("rm: cannot remove '/b': Operation not permitted", "/p/q"))
                .containsExactly("file: /b was refused: Operation not permitted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "curl: (23) Failure writing output to destination",
                "bash: kill: (1) - Operation not permitted",
                "sudo: Operation not permitted",
                "unshare: unshare failed: Operation not permitted",
                "Read-only file system",
                "all is well",
                "rm: impossible de supprimer '/p/q': Système de fichiers accessible en lecture seulement"
            })
    void what_names_no_file_is_no_violation(String line) {
        assertThat(scan(line, "/p/q")).isEmpty();
    }

    @Test
    void only_the_end_is_looked_at_each_file_once_and_a_hundred_at_most() {
        StringBuilder errors = new StringBuilder("rm: cannot remove '/first': Read-only file system\n");
        errors.append("x".repeat(ViolationScan.MAX_BYTES)).append('\n');
        for (int i = 0; i < 300; i++) {
            errors.append("rm: cannot remove '/").append(i / 2).append("': Read-only file system\n");
        }
        assertThat(scan(errors.toString(), "/p/q"))
                .hasSize(100)
                .doesNotHaveDuplicates()
                .doesNotContain("file: /first" + ENDING);
    }

    @Test
    void bytes_made_to_be_slow_are_not() {
        for (String piece : List.of("'", ": ", "\u001b[", "a:(", "‘", "EPERM", "Permission denied ")) {
            for (String end : List.of("", "\n")) {
                scan((piece.repeat(50) + end).repeat(1_000), "/p/q");
                scan(piece.repeat(4_000 / piece.length()) + "Read-only file system", "/p/q");
            }
        }
        assertThat(scan("'".repeat(3_000) + ": Read-only file system", "/p/q")).isEmpty();
    }

    private static List<String> scan(String stderr, String ruled) {
        return new ViolationScan(ruled::equals).scan(stderr.getBytes(StandardCharsets.UTF_8));
    }
}
