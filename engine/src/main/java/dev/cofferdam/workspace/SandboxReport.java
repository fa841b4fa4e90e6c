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
    /** Copy the list. */
    public SandboxReport {
        violations = List.copyOf(violations);
    }
}
