package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A directory by its path, for systems without descriptor-relative access. Links are refused name by name, but a
 * directory that becomes a link between two calls is not noticed.
 */
final class PlainDir implements Dir {
    private final Path directory;

    PlainDir(Path directory) {
        this.directory = directory;
    }

    private Path at(String name) {
        return directory.resolve(Names.toPath(directory.getFileSystem(), name));
    }

    @Override
    public Node self() throws IOException {
        return node("", directory);
    }

    @Override
    public Node stat(String name) throws IOException {
        return node(name, at(name));
    }

    @Override
    public Node look(String name) throws IOException {
        return stat(name);
    }

    @Override
    public Dir open(Node seen) throws IOException {
        return open(seen.name());
    }

    private static Node node(String name, Path path) throws IOException {
        Node node =
                Attributes.node(name, Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        Map<String, Object> unix = Files.readAttributes(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return unix.get("mode") instanceof Integer bits
                ? new Node(name, node.type(), node.size(), node.modified(), bits & 07777, node.key())
                : node;
    }

    @Override
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path path : stream) {
                names.add(Names.of(path));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public List<Node> nodes() throws IOException {
        List<Node> nodes = new ArrayList<>();
        for (String name : names()) {
            try {
                nodes.add(stat(name));
            } catch (NoSuchFileException e) {
                // removed since the directory was read
            }
        }
        return nodes;
    }

    @Override
    public Dir open(String name) throws IOException {
        if (!stat(name).isDirectory()) {
            throw new NotDirectoryException(name);
        }
        return new PlainDir(at(name));
    }

    @Override
    public Dir reopen() {
        return new PlainDir(directory);
    }

    @Override
    public SeekableByteChannel openFile(String name) throws IOException {
        return Files.newByteChannel(at(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public SeekableByteChannel createFile(String name, int mode) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(
                at(name), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        setMode(name, mode);
        return channel;
    }

    @Override
    public FileChannel openLock(String name) throws IOException {
        return FileChannel.open(
                at(name),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void mkdir(String name, int mode) throws IOException {
        Files.createDirectory(at(name));
        setMode(name, mode);
    }

    @Override
    public void symlink(String name, String target) throws IOException {
        Files.createSymbolicLink(at(name), Names.toWholePath(target));
    }

    @Override
    public String readLink(String name) throws IOException {
        return Names.ofWhole(Files.readSymbolicLink(at(name)));
    }

    @Override
    public void unlink(String name) throws IOException {
        if (stat(name).isDirectory()) {
            throw new FileAlreadyExistsException(name, null, "is a directory");
        }
        Files.delete(at(name));
    }

    @Override
    public void rmdir(String name) throws IOException {
        if (!stat(name).isDirectory()) {
            throw new NotDirectoryException(name);
        }
        Files.delete(at(name));
    }

    @Override
    public void rename(String name, Dir target, String newName) throws IOException {
        Files.move(at(name), plain(target).at(newName), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void renameNew(String name, Dir target, String newName) throws IOException {
        Path to = plain(target).at(newName);
        if (stat(name).isDirectory()) {
            Files.createDirectory(to);
            try {
                rename(name, target, newName);
            } catch (AtomicMoveNotSupportedException e) {
                Files.delete(to);
                throw e;
            }
        } else {
            Files.createLink(to, at(name));
            Files.delete(at(name));
        }
    }

    @Override
    public void copyOwner(Node from, Dir target, String name) {
        // needs a privilege that a development machine does not give
    }

    @Override
    public String descriptor() {
        return directory.toString();
    }

    @Override
    public void setMode(String name, int mode) throws IOException {
        if (Attributes.isPlain(mode)) {
            Files.setPosixFilePermissions(at(name), Attributes.permissions(mode));
        } else {
            Files.setAttribute(at(name), "unix:mode", mode);
        }
    }

    @Override
    public void setModified(String name, FileTime time) throws IOException {
        Files.getFileAttributeView(at(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(time, null, null);
    }

    @Override
    public void setOwnMode(int mode) throws IOException {
        Files.setPosixFilePermissions(directory, Attributes.permissions(mode));
    }

    @Override
    public void setOwnModified(FileTime time) throws IOException {
        Files.setLastModifiedTime(directory, time);
    }

    @Override
    public void close() {
        // a path holds nothing
    }

    private static PlainDir plain(Dir dir) {
        if (dir instanceof PlainDir plain) {
            return plain;
        }
        throw new IllegalArgumentException("the two directories are of different kinds");
    }
}
