package dev.cofferdam.junit.assertj;

import static dev.cofferdam.junit.assertj.WorkspaceAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Output;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class CommandResultAssertTests {
    private static CommandResult result(int exitCode, String stdout, String stderr, boolean timedOut) {
        return new CommandResult(
                exitCode,
                output(stdout),
                output(stderr),
                Duration.ofSeconds(3),
                timedOut,
                OptionalInt.empty(),
                Optional.empty());
    }

    private static Output output(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Output.of(bytes, false, bytes.length);
    }

    @Test
    void what_holds_is_accepted() {
        assertThat(result(0, "hi\n", "", false))
                .succeeded()
                .hasStdout("hi")
                .hasStdout("hi\n")
                .hasStdoutContaining("h")
                .hasStderr("");
        assertThat(result(3, "", "oh no", false)).failed().failedWith(3).hasStderrContaining("no");
        assertThat(result(124, "", "", true)).timedOut();
    }

    @Test
    void a_failure_shows_exit_code_and_output() {
        assertThatThrownBy(() -> assertThat(result(2, "some progress", "error: 100%s wrong", false))
                        .succeeded())
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("exit code 2", "error: 100%s wrong", "some progress");
    }

    @Test
    void a_long_output_is_shown_from_its_end() {
        String stderr = "first line\n" + "x".repeat(5000) + "\nlast line";

        assertThatThrownBy(() -> assertThat(result(1, "", stderr, false)).succeeded())
                .hasMessageContaining("last line")
                .hasMessageContaining("stdout was empty")
                .hasMessageNotContaining("first line");
    }

    @Test
    void a_timeout_is_neither_success_nor_failure() {
        CommandResult late = result(124, "", "", true);

        assertThatThrownBy(() -> assertThat(late).succeeded()).hasMessageContaining("ran out of time after PT3S");
        assertThatThrownBy(() -> assertThat(late).failed()).hasMessageContaining("ran out of time");
        assertThatThrownBy(() -> assertThat(late).failedWith(124)).hasMessageContaining("ran out of time");
        assertThatThrownBy(() -> assertThat(result(0, "", "", false)).timedOut())
                .hasMessageContaining("exit code 0");
    }

    @Test
    void wrong_codes_and_texts_are_refused() {
        CommandResult actual = result(1, "out", "err", false);

        assertThatThrownBy(() -> assertThat(actual).failedWith(2))
                .isInstanceOfSatisfying(AssertionFailedError.class, error -> {
                    assertThat(error.getActual().getValue()).isEqualTo(1);
                    assertThat(error.getExpected().getValue()).isEqualTo(2);
                });
        assertThatThrownBy(() -> assertThat(actual).hasStdout("err")).hasMessageContaining("Expecting stdout to be");
        assertThatThrownBy(() -> assertThat(actual).hasStderr("out")).hasMessageContaining("Expecting stderr to be");
        assertThatThrownBy(() -> assertThat(actual).hasStdoutContaining("err")).hasMessageContaining("stdout");
        assertThatThrownBy(() -> assertThat(actual).hasStderrContaining("out")).hasMessageContaining("stderr");
        assertThatThrownBy(() -> assertThat(result(0, "", "", false)).failed()).hasMessageContaining("exit code 0");
    }

    @Test
    void a_description_is_part_of_the_message() {
        assertThatThrownBy(() ->
                        assertThat(result(1, "", "", false)).as("the build").succeeded())
                .hasMessageContaining("[the build]");
        assertThatThrownBy(() -> assertThat((CommandResult) null).succeeded()).isInstanceOf(AssertionError.class);
    }
}
