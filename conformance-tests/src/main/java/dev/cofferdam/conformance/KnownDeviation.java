package dev.cofferdam.conformance;

/**
 * A check that the author of a provider knows to fail. It is carried out all the same: when it passes, the declaration
 * is stale and the run fails.
 *
 * @param check the id of the check, such as {@code WS-FILE-005/a_failed_write_leaves_nothing_in_the_tree}
 * @param link where the deviation is tracked
 * @param reason why the provider deviates, in a sentence that the certificate prints
 */
public record KnownDeviation(String check, String link, String reason) {
    /** Check the components. */
    public KnownDeviation {
        if (check.isBlank() || link.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException("A known deviation needs a check, a link and a reason");
        }
    }
}
