package dev.cofferdam.internal.exec;

import java.io.IOException;
import java.util.Optional;

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
     * @throws InterruptedException when the thread is interrupted
     */
    Held open(String path) throws IOException, InterruptedException;

    /**
     * Say, without a look, where a directory is in the sandbox if it is there and no link is on the way to it.
     *
     * @param path a workspace path
     * @return its absolute path in the sandbox; empty where this cannot be said
     * @throws dev.cofferdam.workspace.WorkspaceException when the path is refused
     */
    default Optional<String> guess(String path) {
        return Optional.empty();
    }

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
