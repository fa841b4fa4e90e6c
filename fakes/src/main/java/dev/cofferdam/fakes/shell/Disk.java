package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The file system, with POSIX names, modes and errors. It keeps no state of its own: others work on the same files at
 * the same time.
 */
final class Disk {

    private static final int MAX_NAME = 255;
    private static final int MAX_LINKS = 40;

    private final FileSystem files;
    private final boolean modes;

    Disk(FileSystem files) {
        this.files = files;
        this.modes = files.supportedFileAttributeViews().contains("posix");
    }

    /** Resolves a byte string against a working directory. */
    Path path(String cwd, String name) throws Errno {
        if (name.isEmpty()) {
            throw new Errno(Errno.Code.ENOENT);
        }
        String absolute = absolute(cwd, name);
        for (String part : absolute.split("/", -1)) {
            if (part.length() > MAX_NAME) {
                throw new Errno(Errno.Code.ENAMETOOLONG);
            }
        }
        try {
            return files.getPath(Bytes.decodeStrictly(absolute));
        } catch (InvalidPathException e) {
            throw new Errno(Errno.Code.EINVAL);
        }
    }

    static String absolute(String cwd, String name) {
        if (name.startsWith("/")) {
            return name;
        }
        return cwd.endsWith("/") ? cwd + name : cwd + "/" + name;
    }

    /** The byte string of a path's spelling. */
    static String name(Path path) {
        return Bytes.encode(path.toString());
    }

    boolean exists(Path path) {
        return Files.exists(path);
    }

    boolean existsItself(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    boolean isLink(Path path) {
        return Files.isSymbolicLink(path);
    }

    /** Attributes with POSIX's error when there is no such file. */
    FileStat stat(Path path, boolean follow) throws IOException {
        try {
            return FileStat.of(path, follow, modes);
        } catch (IOException e) {
            throw explain(path, e);
        }
    }

    /** Finds the error that a POSIX system reports, which is ENOTDIR where a parent is a file. */
    Errno explain(Path path, IOException e) {
        Errno errno = Errno.of(e);
        if (errno.code() == Errno.Code.ENOENT) {
            Path parent = path.getParent();
            while (parent != null && !Files.exists(parent)) {
                if (isLink(parent) && loops(parent)) {
                    return new Errno(Errno.Code.ELOOP);
                }
                parent = parent.getParent();
            }
            if (parent != null && !Files.isDirectory(parent)) {
                return new Errno(Errno.Code.ENOTDIR);
            }
            if (isLink(path) && loops(path)) {
                return new Errno(Errno.Code.ELOOP);
            }
        }
        return errno;
    }

    private boolean loops(Path link) {
        Path current = link;
        for (int i = 0; i < MAX_LINKS; i++) {
            if (!isLink(current)) {
                return false;
            }
            try {
                current = current.resolveSibling(Files.readSymbolicLink(current));
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    /** Opens a regular file; new files get the mode that the umask leaves of {@code mode}. */
    OpenFile open(Path path, Set<? extends OpenOption> options, int mode) throws IOException {
        if (Files.isDirectory(path)) {
            throw new Errno(Errno.Code.EISDIR);
        }
        try {
            SeekableByteChannel channel = channel(path, options, mode, 0);
            return new ChannelFile(channel, identity(path));
        } catch (IOException e) {
            throw explain(path, e);
        } catch (IllegalStateException | UnsupportedOperationException e) {
            throw new IOException(e.toString(), e);
        }
    }

    /** The file's identity; a name that was taken away meanwhile is as good as any. */
    private Object identity(Path path) {
        try {
            return FileStat.of(path, true, modes).key();
        } catch (IOException e) {
            return path;
        }
    }

    private SeekableByteChannel channel(Path path, Set<? extends OpenOption> options, int mode, int links)
            throws IOException {
        boolean creates = options.contains(StandardOpenOption.CREATE);
        if (creates && isLink(path) && !Files.exists(path)) {
            // A dangling link: POSIX creates its target, Java's CREATE_NEW semantics differ between file systems.
            if (links > MAX_LINKS || loops(path)) {
                throw new Errno(Errno.Code.ELOOP);
            }
            Path target = path.resolveSibling(Files.readSymbolicLink(path));
            return channel(target, options, mode, links + 1);
        }
        return Files.newByteChannel(path, new HashSet<>(options), attributes(creates, mode));
    }

    private FileAttribute<?>[] attributes(boolean creates, int mode) {
        return creates && modes
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions(mode))}
                : new FileAttribute<?>[0];
    }

    void mkdir(Path path, int mode) throws IOException {
        try {
            Files.createDirectory(path, attributes(true, mode));
        } catch (IOException e) {
            throw explain(path, e);
        }
    }

    void chmod(Path path, int mode) throws IOException {
        if (!modes) {
            return;
        }
        try {
            Files.setPosixFilePermissions(path, permissions(mode));
        } catch (IOException e) {
            throw explain(path, e);
        }
    }

    /** Tells whether a file may be executed. */
    boolean isExecutable(Path path) {
        try {
            FileStat stat = FileStat.of(path, true, modes);
            return stat.isRegular() && (stat.mode() & 0111) != 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The names in a directory, sorted by their bytes, as byte strings. */
    List<String> list(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw Files.exists(directory)
                    ? new Errno(Errno.Code.ENOTDIR)
                    : explain(directory, new Errno(Errno.Code.ENOENT));
        }
        List<String> names = new ArrayList<>();
        try (Stream<Path> entries = Files.list(directory)) {
            entries.forEach(entry -> names.add(Bytes.encode(String.valueOf(entry.getFileName()))));
        } catch (IOException e) {
            throw explain(directory, e);
        }
        names.sort(null);
        return names;
    }

    byte[] readAll(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new Errno(Errno.Code.EISDIR);
        }
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw explain(path, e);
        }
    }

    /** Removes a file, link or empty directory. */
    void delete(Path path) throws IOException {
        try {
            synchronized (path.getFileSystem()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw explain(path, e);
        }
    }

    String readLink(Path path) throws IOException {
        try {
            return name(Files.readSymbolicLink(path));
        } catch (IOException e) {
            throw explain(path, e);
        }
    }

    void symlink(Path link, String target) throws IOException {
        try {
            synchronized (files) {
                Files.createSymbolicLink(link, files.getPath(Bytes.decodeStrictly(target)));
            }
        } catch (IOException e) {
            throw explain(link, e);
        }
    }

    /** The canonical path; the last component may be missing if allowed. */
    Path realPath(Path path, boolean mayMiss) throws IOException {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            Path parent = path.getParent();
            Path leaf = path.getFileName();
            if (!mayMiss || parent == null || leaf == null) {
                throw explain(path, e);
            }
            if (isLink(path) && !loops(path)) {
                return realPath(path.resolveSibling(Files.readSymbolicLink(path)), true);
            }
            if (isLink(path)) {
                throw new Errno(Errno.Code.ELOOP);
            }
            return realPath(parent, false).resolve(leaf);
        }
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            if ((mode & bit(permission)) != 0) {
                set.add(permission);
            }
        }
        return set;
    }

    static int bit(PosixFilePermission permission) {
        return switch (permission) {
            case OWNER_READ -> 0400;
            case OWNER_WRITE -> 0200;
            case OWNER_EXECUTE -> 0100;
            case GROUP_READ -> 0040;
            case GROUP_WRITE -> 0020;
            case GROUP_EXECUTE -> 0010;
            case OTHERS_READ -> 0004;
            case OTHERS_WRITE -> 0002;
            case OTHERS_EXECUTE -> 0001;
        };
    }
}
