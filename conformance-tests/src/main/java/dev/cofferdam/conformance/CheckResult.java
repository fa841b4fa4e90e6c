package dev.cofferdam.conformance;

import java.time.Duration;
import java.util.List;

/**
 * How one check ended.
 *
 * @param check the check
 * @param status how it ended
 * @param reason why, one misbehaviour a line; empty for a pass
 * @param duration how long it took
 * @param transcript what it did, a line for each operation
 */
public record CheckResult(Check check, Status status, String reason, Duration duration, List<String> transcript) {
    static final String NOT_SELECTED = "not selected";

    /** Copy the list. */
    public CheckResult {
        transcript = List.copyOf(transcript);
    }

    /**
     * Tell whether this result keeps a provider from conforming.
     *
     * @return {@code true} for a failed MUST or MAY, and for an error
     */
    public boolean blocking() {
        return status == Status.ERROR || (status == Status.FAIL && check.keyword() != Keyword.SHOULD);
    }

    /**
     * Tell whether this is a warning.
     *
     * @return {@code true} for a failed SHOULD
     */
    public boolean warning() {
        return status == Status.FAIL && check.keyword() == Keyword.SHOULD;
    }

    /**
     * Tell whether this check was left out because others were asked for.
     *
     * @return {@code true} for a check outside of the selection
     */
    boolean notSelected() {
        return status == Status.NOT_RUN && reason.equals(NOT_SELECTED);
    }
}
