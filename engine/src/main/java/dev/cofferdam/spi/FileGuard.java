package dev.cofferdam.spi;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What the policy of a sandbox says about file operations on its mounted root. A sandbox whose commands must not write or
 * read some files of the root has the same hold for whoever works on these files from outside, as that is often the same
 * agent. Safe for use by several threads.
 */
@FunctionalInterface
public interface FileGuard {
    /** What an operation does with a path. */
    enum Use {
        /** Reads a file, or lists a directory. */
        READ,
        /** Reads a file, or a directory with all that is in it. */
        READ_ALL,
        /** Makes, changes or replaces something. */
        WRITE,
        /** Removes or renames something with all that is in it. */
        WRITE_ALL
    }

    /**
     * Tell whether an operation may do what it is about to do.
     *
     * @param use what it does
     * @param path the absolute path, as this process reaches it and without links; nothing need be there
     * @return {@code false} to have it fail with {@code ACCESS_DENIED}
     * @throws IOException when something underneath fails; the operation does, too
     */
    boolean allows(Use use, Path path) throws IOException;
}
