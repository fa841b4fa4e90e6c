package dev.cofferdam.provider.os;

import java.nio.file.Path;

/**
 * Something that stands, while commands run, where a protected path is absent, so that there is something to cover.
 *
 * @param path where it stands
 * @param stub what stands there
 */
record Placeholder(Path path, Stub stub) {
    /** What a placeholder is; git breaks in another way on each that does not fit. */
    enum Stub {
        /** An empty file, covered by the null device: programs take it for an empty file that cannot be written. */
        NOTHING,
        /** An empty file that can be read. */
        EMPTY,
        /** A file that names the directory it is in. */
        HERE,
        /** An empty directory. */
        DIRECTORY
    }

    /** Return what a file of this kind holds. */
    String content() {
        return stub == Stub.HERE ? ".\n" : "";
    }
}
