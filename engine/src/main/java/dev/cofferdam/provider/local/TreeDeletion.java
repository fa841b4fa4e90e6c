package dev.cofferdam.provider.local;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Deletes a directory of ours with all that is in it, whatever the modes, never following a link. Directories are moved
 * up to the top before they are entered, so that no depth is too deep for names, descriptors or the stack.
 */
final class TreeDeletion {
    private static final String MOVED = "x-";

    private final Path top;
    private final Deque<Path> waiting = new ArrayDeque<>();
    private long moved;

    private TreeDeletion(Path top) {
        this.top = top;
    }

    /** Delete a directory; one that is not there is deleted already. */
    static void delete(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(directory);
            return;
        }
        allow(directory);
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            if (!(stream instanceof SecureDirectoryStream<Path> open)) {
                throw new IOException("this file system cannot open files relative to a directory");
            }
            new TreeDeletion(directory).clear(open);
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(directory);
    }

    private void clear(SecureDirectoryStream<Path> open) throws IOException {
        for (Path name : names(open)) {
            if (isDirectory(open, name)) {
                waiting.add(name);
            } else {
                deleteFile(open, name);
            }
        }
        while (!waiting.isEmpty()) {
            Path name = waiting.remove();
            try (SecureDirectoryStream<Path> directory = enter(open, name)) {
                empty(directory, top.resolve(name), open);
            } catch (NoSuchFileException | NotDirectoryException e) {
                continue;
            }
            open.deleteDirectory(name);
        }
    }

    private SecureDirectoryStream<Path> enter(SecureDirectoryStream<Path> open, Path name) throws IOException {
        try {
            return open.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        } catch (AccessDeniedException e) {
            allow(top.resolve(name));
            return open.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private void empty(SecureDirectoryStream<Path> directory, Path path, SecureDirectoryStream<Path> open)
            throws IOException {
        boolean allowed = false;
        for (Path name : names(directory)) {
            try {
                emptyOne(directory, name, open);
            } catch (AccessDeniedException e) {
                if (!allowed) {
                    allow(path);
                    allowed = true;
                }
                if (isDirectory(directory, name)) {
                    allow(path.resolve(name));
                }
                emptyOne(directory, name, open);
            }
        }
    }

    private void emptyOne(SecureDirectoryStream<Path> directory, Path name, SecureDirectoryStream<Path> open)
            throws IOException {
        if (!isDirectory(directory, name)) {
            deleteFile(directory, name);
            return;
        }
        Path fresh = Path.of(MOVED + moved++);
        directory.move(name, open, fresh);
        waiting.add(fresh);
    }

    private static void deleteFile(SecureDirectoryStream<Path> directory, Path name) throws IOException {
        try {
            directory.deleteFile(name);
        } catch (NoSuchFileException e) {
            // Somebody else deleted it: as wanted.
            return;
        }
    }

    private static boolean isDirectory(SecureDirectoryStream<Path> directory, Path name) throws IOException {
        try {
            return directory
                    .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isDirectory();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static List<Path> names(SecureDirectoryStream<Path> directory) throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            directory.forEach(p -> names.add(p.getFileName()));
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    private static void allow(Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                && !(Files.isReadable(directory) && Files.isWritable(directory) && Files.isExecutable(directory))) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
