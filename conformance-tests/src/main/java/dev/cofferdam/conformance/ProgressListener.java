package dev.cofferdam.conformance;

import java.time.Duration;

/** Sees the results of a run as they come. Called by one thread at a time. */
@FunctionalInterface
public interface ProgressListener {
    /**
     * Take note of a result.
     *
     * @param result how a check ended
     * @param done how many checks have ended, this one included
     * @param total how many checks there are
     * @param elapsed the time since the start of the run
     */
    void onResult(CheckResult result, int done, int total, Duration elapsed);
}
