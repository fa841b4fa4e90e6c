package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes and deletes directories full of files, with plain JDK code. */
final class Trees {
    private static final int SMALL_FILE = 1024;

    private Trees() {}

    /** Return bytes that no compression makes smaller, the same for the same size. */
    static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** Make directories {@code d000…} that hold files {@code f000…} of one KiB each. */
    static void small(Path root, int directories, int filesInEach) throws IOException {
        nested(root, directories, filesInEach, bytes(SMALL_FILE));
    }

    /** Make directories of empty files. */
    static void empty(Path root, int directories, int filesInEach) throws IOException {
        nested(root, directories, filesInEach, new byte[0]);
    }

    /** Make files without directories. */
    static void flat(Path root, int files, byte[] content) throws IOException {
        Files.createDirectories(root);
        for (int i = 0; i < files; i++) {
            Files.write(root.resolve("file-%06d.txt".formatted(i)), content);
        }
    }

    private static void nested(Path root, int directories, int filesInEach, byte[] content) throws IOException {
        for (int i = 0; i < directories; i++) {
            flat(root.resolve("directory-%03d".formatted(i)), filesInEach, content);
        }
    }

    /** Delete what is in a directory, except what cofferdam keeps there. */
    static void clear(Path root) throws IOException {
        try (var entries = Files.newDirectoryStream(
                root, entry -> !entry.getFileName().toString().equals(".cofferdam"))) {
            for (Path entry : entries) {
                delete(entry);
            }
        }
    }

    /** Delete a directory or a file; one that is not there is deleted already. */
    static void delete(Path path) throws IOException {
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (NoSuchFileException e) {
            // Nothing to do.
        }
    }

    /** Count the regular files below a directory. */
    static long count(Path root) throws IOException {
        try (var paths = Files.walk(root)) {
            return paths.filter(Files::isRegularFile).count();
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
