package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scripts see of {@code cofferdam run}: its own failures are told from those of the command. */
final class RunCommandTests {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int run(String... words) {
        StandardStreams streams = new StandardStreams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return Cofferdam.run(streams, words);
    }

    @Test
    void mistakes_in_its_own_words_are_125() {
        assertThat(run("run")).isEqualTo(125);
        assertThat(run("run", "--bogus", "--", "true")).isEqualTo(125);
        assertThat(run("run", "--timeout", "soon", "--", "true")).isEqualTo(125);
        assertThat(run("doctor", "--bogus")).isEqualTo(2);
    }

    @Test
    void a_workspace_that_ends_with_the_process_cannot_be_kept() {
        assertThat(run("run", "--keep", "--provider", "memory", "--", "true")).isEqualTo(125);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--keep", "memory");
        assertThat(run("run", "--provider", "memory", "--", "sh", "-c", "exit 2"))
                .isEqualTo(2);
    }

    @Test
    void a_command_runs_in_the_sandbox_of_the_system_when_no_provider_is_chosen(@TempDir Path root) throws IOException {
        SystemSandbox.require();
        String line = "echo in > a; echo out > '" + root.resolveSibling("cofferdam-escaped") + "'";

        int code = run("run", "--root", root.toString(), "--", "sh", "-c", line);

        assertThat(code).isNotZero().isNotEqualTo(125);
        assertThat(root.resolve("a")).hasContent("in");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("cofferdam run: the sandbox: file: ", "cofferdam-escaped was refused");
        assertThat(root.resolveSibling("cofferdam-escaped")).doesNotExist();
    }
}
