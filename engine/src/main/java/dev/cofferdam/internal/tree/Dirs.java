package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.concurrent.locks.Lock;

/** Opens the root of a tree. */
public final class Dirs {
    private Dirs() {}

    /**
     * Open a directory by its path, following links; what is below is reached name by name.
     *
     * @param directory the directory
     * @param guard watches over the opening of files
     * @throws java.nio.file.NoSuchFileException when there is nothing
     * @throws NotDirectoryException when it is not a directory
     */
    @SuppressWarnings("StreamResourceLeak") // the Dir closes it
    public static Dir open(Path directory, OpenGuard guard) throws IOException {
        Path real = directory.toRealPath();
        if (!Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(real.toString());
        }
        DirectoryStream<Path> stream = openStream(real);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            boolean onDisk = real.getFileSystem() == FileSystems.getDefault();
            if (!onDisk || DescriptorPaths.available()) {
                return new SecureDir(secure, real, onDisk ? new DescriptorCalls() : new StagedCalls(), guard);
            }
        }
        stream.close();
        return new PlainDir(real);
    }

    @SuppressWarnings("StreamResourceLeak") // handed on
    private static DirectoryStream<Path> openStream(Path directory) throws IOException {
        Lock opening = DescriptorPaths.opening();
        opening.lock();
        try {
            return Files.newDirectoryStream(directory);
        } finally {
            opening.unlock();
        }
    }

    /** Open a directory by its path, without a guard over the opening of files. */
    public static Dir open(Path directory) throws IOException {
        return open(directory, OpenGuard.NONE);
    }

    /** Tell whether trees on this machine's disks are safe against directories that become links (WS-PATH-008). */
    public static boolean raceFree() {
        return DescriptorPaths.available();
    }
}
