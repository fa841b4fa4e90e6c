package dev.cofferdam.internal.shell;

import java.io.IOException;

/** Compares the bytes that arrived with those that {@code dd} says it read. */
final class Contents {
    private Contents() {}

    /**
     * Fail when some are missing or too many.
     *
     * @param report what {@code dd} printed: two lines of records, then the number of bytes
     */
    static void requireWhole(String report, long length) throws IOException {
        if (!report.contains("\n" + length + " byte")) {
            throw new IOException("a file did not arrive whole");
        }
    }
}
