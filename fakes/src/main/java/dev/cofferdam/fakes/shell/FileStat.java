package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;

/** What {@code stat} knows of a file; mode without the type bits. */
record FileStat(
        boolean isDirectory,
        boolean isLink,
        boolean isRegular,
        long size,
        int mode,
        Instant modified,
        Object key,
        int links) {

    static FileStat of(Path path, boolean follow, boolean modes) throws IOException {
        LinkOption[] options = follow ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
        BasicFileAttributes attributes = modes
                ? Files.readAttributes(path, PosixFileAttributes.class, options)
                : Files.readAttributes(path, BasicFileAttributes.class, options);
        int mode = attributes.isSymbolicLink() ? 0777 : modeOf(attributes);
        FileTime time = attributes.lastModifiedTime();
        Object key = inode(path, attributes, options);
        return new FileStat(
                attributes.isDirectory(),
                attributes.isSymbolicLink(),
                attributes.isRegularFile(),
                attributes.size(),
                mode,
                time.toInstant(),
                key,
                linkCount(path, options));
    }

    boolean sameFile(FileStat other) {
        return key.equals(other.key);
    }

    String type() {
        if (isDirectory) {
            return "directory";
        }
        return isLink ? "symbolic link" : size == 0 ? "regular empty file" : "regular file";
    }

    /** The ten characters of {@code ls -l}. */
    String modeText() {
        StringBuilder text = new StringBuilder(10);
        text.append(isDirectory ? 'd' : isLink ? 'l' : '-');
        for (int bit = 8; bit >= 0; bit--) {
            text.append((mode & (1 << bit)) == 0 ? '-' : "xwr".charAt(bit % 3));
        }
        return text.toString();
    }

    private static int modeOf(BasicFileAttributes attributes) {
        if (!(attributes instanceof PosixFileAttributes posix)) {
            return attributes.isDirectory() ? 0755 : 0644;
        }
        int mode = 0;
        for (PosixFilePermission permission : posix.permissions()) {
            mode |= Disk.bit(permission);
        }
        return mode;
    }

    private static Object inode(Path path, BasicFileAttributes attributes, LinkOption[] options) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Files.getAttribute(path, "unix:ino", options);
        }
        Object key = attributes.fileKey();
        return key == null ? path : key;
    }

    private static int linkCount(Path path, LinkOption[] options) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                        && Files.getAttribute(path, "unix:nlink", options) instanceof Integer count
                ? count
                : 1;
    }
}
