package dev.cofferdam.internal.tree;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/**
 * A directory within the workspace's own directory.
 *
 * @param own the workspace's own directory
 * @param name the name
 */
public record OwnFolder(OwnDirectory own, String name) {
    private static final int PRIVATE = 0700;

    /**
     * Open the directory.
     *
     * @return the directory, {@code null} when it was never made
     * @throws WorkspaceException {@code IO} when a link or a file took its place (WS-PATH-009)
     */
    public @Nullable Dir open() throws IOException {
        try (Dir parent = own.open(false)) {
            return parent.open(name);
        } catch (NoSuchFileException e) {
            return null;
        } catch (NotDirectoryException e) {
            throw replaced(e);
        }
    }

    /**
     * Open the directory, making it when it is missing.
     *
     * @throws WorkspaceException {@code IO} when a link or a file took its place (WS-PATH-009)
     */
    public Dir openOrMake() throws IOException {
        try (Dir parent = own.open(true)) {
            try {
                return parent.open(name);
            } catch (NoSuchFileException e) {
                make(parent);
                return parent.open(name);
            }
        } catch (NotDirectoryException e) {
            throw replaced(e);
        }
    }

    private void make(Dir parent) throws IOException {
        try {
            parent.mkdir(name, PRIVATE);
        } catch (FileAlreadyExistsException e) {
            // Another operation made it at the same time; what it is shows when it is opened.
        }
    }

    private WorkspaceException replaced(NotDirectoryException cause) {
        return WorkspaceException.of(
                        ErrorCode.IO,
                        "Something else stands where the workspace keeps its " + name + ", in the directory "
                                + Reserved.OWN + " of the root; nothing was touched. Move it away.")
                .causedBy(cause);
    }
}
