package dev.cofferdam.internal.tree;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds the path {@code /proc/self/fd/N} of an open directory. Java does not tell the number of a descriptor, so the
 * directory is opened once more and the new descriptors of the process are looked at: those that are this very directory
 * are ours.
 */
final class DescriptorPaths {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int ATTEMPTS = 100;

    /** A directory stream of the JDK holds its directory by two descriptors. */
    private static final int DESCRIPTORS_OF_A_STREAM = 2;

    /**
     * Whoever opens or closes a directory shares this, and whoever looks for a descriptor has it alone: another opening
     * of the same directory meanwhile could be taken for the one that is sought.
     */
    private static final ReadWriteLock DIRECTORIES = new ReentrantReadWriteLock();

    private DescriptorPaths() {}

    /** Return what is held while a directory is opened or closed. */
    static Lock opening() {
        return DIRECTORIES.readLock();
    }

    static boolean available() {
        return Files.isDirectory(DESCRIPTORS);
    }

    /** A directory that is held open, and its path. */
    record Anchor(SecureDirectoryStream<Path> stream, Path path) implements Closeable {
        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    static Anchor anchor(SecureDirectoryStream<Path> directory) throws IOException {
        Object key = directory
                .getFileAttributeView(BasicFileAttributeView.class)
                .readAttributes()
                .fileKey();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Anchor found = attempt(directory, key);
            if (found != null) {
                return found;
            }
        }
        throw new IOException("the descriptor of an open directory could not be found in " + DESCRIPTORS);
    }

    private static @Nullable Anchor attempt(SecureDirectoryStream<Path> directory, Object key) throws IOException {
        Lock alone = DIRECTORIES.writeLock();
        alone.lock();
        try {
            // The first listing stays open until the directory is, so that its own descriptors are not taken again.
            try (DirectoryStream<Path> listing = Files.newDirectoryStream(DESCRIPTORS)) {
                Set<String> before = new HashSet<>(names(listing));
                SecureDirectoryStream<Path> again =
                        directory.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS);
                List<Path> ours = new ArrayList<>(DESCRIPTORS_OF_A_STREAM);
                for (String descriptor : descriptors()) {
                    if (!before.contains(descriptor) && is(descriptor, key)) {
                        ours.add(DESCRIPTORS.resolve(descriptor));
                    }
                }
                // Another part of the process may have opened the same directory, or closed a descriptor, meanwhile.
                if (ours.size() == DESCRIPTORS_OF_A_STREAM) {
                    return new Anchor(again, ours.get(0));
                }
                again.close();
                return null;
            }
        } finally {
            alone.unlock();
        }
    }

    private static boolean is(String descriptor, Object key) {
        try {
            return key.equals(Files.readAttributes(DESCRIPTORS.resolve(descriptor), BasicFileAttributes.class)
                    .fileKey());
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static List<String> descriptors() throws IOException {
        try (DirectoryStream<Path> listing = Files.newDirectoryStream(DESCRIPTORS)) {
            return names(listing);
        }
    }

    private static List<String> names(DirectoryStream<Path> listing) {
        List<String> names = new ArrayList<>();
        for (Path path : listing) {
            names.add(String.valueOf(path.getFileName()));
        }
        return names;
    }
}
