package dev.cofferdam.internal.tree;

import java.io.IOException;

/** Reaches the workspace's own directory {@code .cofferdam} at the root (WS-PATH-009). */
@FunctionalInterface
public interface OwnDirectory {
    /**
     * Open the directory, to be closed by the caller.
     *
     * @param create whether a missing one is made (0700, with a {@code .gitignore} of {@code *})
     * @throws java.nio.file.NoSuchFileException when it is missing and not to be made
     * @throws java.nio.file.FileSystemException when something else stands in its place
     */
    Dir open(boolean create) throws IOException;
}
