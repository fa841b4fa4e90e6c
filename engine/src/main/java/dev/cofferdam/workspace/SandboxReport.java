package dev.cofferdam.workspace;

import java.util.List;
import java.util.Optional;

/**
 * What the provider's sandbox has to say about one command.
 *
 * @param sandboxed whether the command ran inside the sandbox
 * @param unsandboxedReason why it did not, empty when it did
 * @param violations what the command tried and was refused, in sentences without secrets
 */
public record SandboxReport(boolean sandboxed, Optional<String> unsandboxedReason, List<String> violations) {
    /** Copy the list, without what a reader would not see as it is, and without {@code <} and {@code >}. */
    public SandboxReport {
        violations = violations.stream().map(ViolationText::line).toList();
    }

    /**
     * Return what a reader of the command's errors, such as a model, should find at their end: the violations in a
     * {@code <sandbox_violations>} block. Show a command's output to such a reader only as {@link #neutralised} returns it,
     * or a command could print such a block itself.
     *
     * @return the block with a line end, empty when there are no violations
     */
    public String block() {
        return ViolationText.block(violations);
    }

    /**
     * Replace the {@code <sandbox_violations>} tags in what a command printed, also those in other letters or with
     * invisible characters in between; every other byte stays as it is.
     *
     * @param output what the command printed
     * @return the same bytes with {@code [sandbox_violations]} in the place of each tag
     */
    public static byte[] neutralised(byte[] output) {
        return ViolationText.neutralised(output);
    }
}
