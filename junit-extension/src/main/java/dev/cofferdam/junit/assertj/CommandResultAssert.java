package dev.cofferdam.junit.assertj;

import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Output;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on how a command ended; a failure shows the end of its output. */
public final class CommandResultAssert extends AbstractAssert<CommandResultAssert, CommandResult> {
    private static final int TAIL_CHARS = 2000;

    CommandResultAssert(@Nullable CommandResult actual) {
        super(actual, CommandResultAssert.class);
    }

    /**
     * Verify that the command ended with exit code 0 and in its time.
     *
     * @return these assertions
     */
    public CommandResultAssert succeeded() {
        isNotNull();
        if (!actual.succeeded() || actual.timedOut()) {
            throw failure("Expecting the command to succeed, but it " + ending() + output());
        }
        return this;
    }

    /**
     * Verify that the command ended by itself with an exit code other than 0.
     *
     * @return these assertions
     */
    public CommandResultAssert failed() {
        isNotNull();
        if (actual.succeeded() || actual.timedOut()) {
            throw failure("Expecting the command to fail, but it " + ending() + output());
        }
        return this;
    }

    /**
     * Verify that the command ended by itself with an exit code.
     *
     * @param exitCode the expected code
     * @return these assertions
     */
    public CommandResultAssert failedWith(int exitCode) {
        isNotNull();
        if (actual.exitCode() != exitCode || actual.timedOut()) {
            throw failureWithActualExpected(
                    actual.exitCode(),
                    exitCode,
                    "Expecting the command to end with exit code " + exitCode + ", but it " + ending() + output());
        }
        return this;
    }

    /**
     * Verify that the command was ended because its time was over.
     *
     * @return these assertions
     */
    public CommandResultAssert timedOut() {
        isNotNull();
        if (!actual.timedOut()) {
            throw failure("Expecting the command to run out of time, but it " + ending() + output());
        }
        return this;
    }

    /**
     * Verify standard output as a whole, but for one newline at its end.
     *
     * @param expected the expected text
     * @return these assertions
     */
    public CommandResultAssert hasStdout(String expected) {
        isNotNull();
        return hasText("stdout", actual.stdout(), expected);
    }

    /**
     * Verify standard error as a whole, but for one newline at its end.
     *
     * @param expected the expected text
     * @return these assertions
     */
    public CommandResultAssert hasStderr(String expected) {
        isNotNull();
        return hasText("stderr", actual.stderr(), expected);
    }

    /**
     * Verify that standard output holds a text.
     *
     * @param part the expected part
     * @return these assertions
     */
    public CommandResultAssert hasStdoutContaining(String part) {
        isNotNull();
        return contains("stdout", actual.stdout(), part);
    }

    /**
     * Verify that standard error holds a text.
     *
     * @param part the expected part
     * @return these assertions
     */
    public CommandResultAssert hasStderrContaining(String part) {
        isNotNull();
        return contains("stderr", actual.stderr(), part);
    }

    private CommandResultAssert hasText(String name, Output output, String expected) {
        String text = output.text();
        if (!chomp(text).equals(chomp(expected))) {
            throw failureWithActualExpected(
                    text,
                    expected,
                    "Expecting " + name + " to be:\n" + expected + "\nbut the command " + ending() + output());
        }
        return this;
    }

    private CommandResultAssert contains(String name, Output output, String part) {
        if (!output.text().contains(part)) {
            throw failure("Expecting " + name + " to contain:\n" + part + "\nbut the command " + ending() + output());
        }
        return this;
    }

    private static String chomp(String text) {
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private String ending() {
        if (actual.timedOut()) {
            return "ran out of time after " + actual.duration();
        }
        return actual.signal().isPresent()
                ? "was ended by signal " + actual.signal().getAsInt()
                : "ended with exit code " + actual.exitCode();
    }

    private String output() {
        return tail("stderr", actual.stderr()) + tail("stdout", actual.stdout());
    }

    // AssertJ takes the message as a format, so it is only ever given as an argument: see failure().
    private static String tail(String name, Output output) {
        String text = output.text();
        if (text.isEmpty()) {
            return "\n" + name + " was empty";
        }
        boolean cut = text.length() > TAIL_CHARS;
        return "\nend of " + name + (output.truncated() ? " (truncated)" : "") + ":\n"
                + (cut ? "…" + text.substring(text.length() - TAIL_CHARS) : text);
    }

    private AssertionError failure(String message) {
        return failure("%s", message);
    }

    private AssertionError failureWithActualExpected(Object was, Object expected, String message) {
        return failureWithActualExpected(was, expected, "%s", message);
    }
}
