package dev.cofferdam.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * Something that must be reached.
 *
 * @param name its short name, for {@code --only}
 * @param measurement how it is measured
 */
record Target(String name, Measurement measurement) {
    /** Measures in an empty directory of its own. */
    @FunctionalInterface
    interface Measurement {
        List<Row> measure(TargetOptions options, Path scratch) throws Exception;
    }

    /** Fail when a work was not the one that was to be timed. */
    static void expect(long expected, long seen, String what) {
        if (expected != seen) {
            throw new IllegalStateException("expected " + expected + " " + what + ", saw " + seen);
        }
    }
}
