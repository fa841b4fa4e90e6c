package dev.cofferdam.provider.os;

import java.nio.file.Path;

/**
 * A step of a plan.
 *
 * @param kind what is done
 * @param path where
 */
record Mount(Kind kind, Path path) {
    /** What a step does. */
    enum Kind {
        /** Shows the host's file or directory, to be written. */
        WRITABLE,
        /** Shows the host's file or directory, to be read. */
        READ_ONLY,
        /** Shows an empty directory instead, which is passable for what is mounted in it. */
        EMPTY_DIRECTORY,
        /** Shows an empty directory instead that nobody may list. */
        CLOSED_DIRECTORY,
        /** Shows a file instead that nobody may read. */
        CLOSED_FILE,
        /** Shows the null device instead. */
        NULL_DEVICE,
        /** Makes an empty directory of before read-only, once all that is in it is mounted. */
        SEALED
    }
}
