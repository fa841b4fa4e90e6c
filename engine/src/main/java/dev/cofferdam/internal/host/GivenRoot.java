package dev.cofferdam.internal.host;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** A root that the user gives by its path. */
public final class GivenRoot {
    private GivenRoot() {}

    /** Return the real path of a directory that the user gives, making it where that is allowed. */
    public static Path at(String text, boolean create) throws IOException {
        try {
            Path path = Path.of(text).toAbsolutePath().normalize();
            if (!Files.exists(path)) {
                if (!create) {
                    throw Host.unavailable("the root does not exist; make the directory, or allow it to be made");
                }
                Files.createDirectories(path);
            }
            if (!Files.isDirectory(path)) {
                throw Host.unavailable("the root is not a directory; give the path of one");
            }
            return path.toRealPath();
        } catch (InvalidPathException e) {
            throw WorkspaceException.of(
                            ErrorCode.INVALID_ARGUMENT,
                            "the root is not a path that this Java process can spell; for a name that is not ASCII, start"
                                    + " it with the environment variable LC_ALL=C.UTF-8")
                    .causedBy(e);
        } catch (FileAlreadyExistsException e) {
            throw Host.unavailable("the root lies below a file; give the path of a directory")
                    .causedBy(e);
        } catch (FileSystemException e) {
            throw Host.unavailable("the root cannot be reached or made with the permissions of this user")
                    .causedBy(e);
        }
    }

    /** Return the real path of the directory that an id names, which is the raw path of its URI; empty for none. */
    public static Optional<Path> named(String id) throws IOException {
        Path root;
        try {
            root = Path.of(URI.create("file://" + id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return Files.isDirectory(root) ? Optional.of(root.toRealPath()) : Optional.empty();
    }
}
