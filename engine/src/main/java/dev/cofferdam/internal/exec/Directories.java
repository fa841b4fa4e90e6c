package dev.cofferdam.internal.exec;

import java.io.IOException;

/** Finds the directories in which commands run. */
@FunctionalInterface
public interface Directories {
    /**
     * Check a directory and hold it until the command was started.
     *
     * @param path a workspace path
     * @return the directory
     * @throws dev.cofferdam.workspace.WorkspaceException when the path is refused, {@code NOT_FOUND} or
     *     {@code NOT_A_DIRECTORY}
     */
    Held open(String path) throws IOException;

    /** A directory that was checked. */
    interface Held extends AutoCloseable {
        /**
         * Return the directory.
         *
         * @return its absolute path in the sandbox
         */
        String path();

        @Override
        default void close() throws IOException {}
    }
}
