package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The missing calls on an in-memory file system, where {@code ..} and descriptors are no help: what is new is made in a staging
 * directory that no command knows and then moved into the open directory.
 */
final class StagedCalls implements DirectCalls {
    private static final String STAGING = "/.staging";

    private final AtomicLong serial = new AtomicLong();

    @Override
    public boolean isKernel() {
        return false;
    }

    @Override
    public void mkdir(SecureDir dir, String name, int mode) throws IOException {
        // One call tells apart what a move reports as one: an existing name.
        Path made = staged(dir.hint().getFileSystem());
        Files.createDirectory(made, PosixFilePermissions.asFileAttribute(Attributes.permissions(mode)));
        moveIn(made, dir, name);
    }

    @Override
    public void symlink(SecureDir dir, String name, String target) throws IOException {
        FileSystem fileSystem = dir.hint().getFileSystem();
        moveIn(Files.createSymbolicLink(staged(fileSystem), fileSystem.getPath(target)), dir, name);
    }

    private static void moveIn(Path made, SecureDir dir, String name) throws IOException {
        try (DirectoryStream<Path> staging = Files.newDirectoryStream(made.getParent())) {
            moveNew((SecureDirectoryStream<Path>) staging, made.getFileName(), dir, name);
        } catch (IOException | RuntimeException e) {
            Files.delete(made);
            throw e;
        }
    }

    /** The file system's own move replaces what is there, so whoever moves looks first, and nobody else meanwhile. */
    private static void moveNew(SecureDirectoryStream<Path> from, Path name, SecureDir target, String newName)
            throws IOException {
        synchronized (target.hint().getFileSystem()) {
            try {
                target.look(newName);
            } catch (NoSuchFileException e) {
                from.move(name, target.stream(), target.path(newName));
                return;
            }
            throw new FileAlreadyExistsException(newName);
        }
    }

    private Path staged(FileSystem fileSystem) throws IOException {
        Path staging = fileSystem.getPath(STAGING);
        Files.createDirectories(staging);
        return staging.resolve("s" + serial.incrementAndGet() + "-" + System.identityHashCode(this));
    }

    @Override
    public String readLink(SecureDir dir, String name) throws IOException {
        // By the path where the directory was: a wrong answer is harmless, as whatever it leads to is walked name by
        // name as well.
        return Files.readSymbolicLink(dir.hint().resolve(name)).toString();
    }

    /**
     * Replace by path, the one way in which the file system replaces without a moment in which the name is missing. What
     * a command does to directories holds the same monitor, so the paths stay true meanwhile.
     */
    @Override
    public void rename(SecureDir dir, String name, SecureDir target, String newName) throws IOException {
        Path from = dir.hint().resolve(name);
        Path to = target.hint().resolve(newName);
        synchronized (dir.hint().getFileSystem()) {
            requireInPlace(dir);
            requireInPlace(target);
            Node source = dir.stat(name);
            if (replacesItself(source, from, target, newName)) {
                return;
            }
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void requireInPlace(SecureDir dir) throws IOException {
        Object key = Files.readAttributes(dir.hint(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
        if (key == null || !key.equals(dir.self().key())) {
            throw new NoSuchFileException("the directory was moved meanwhile");
        }
    }

    /** Refuse what POSIX refuses, and let another hard link of the same file simply go. */
    private static boolean replacesItself(Node source, Path from, SecureDir target, String newName) throws IOException {
        Node present;
        try {
            present = target.stat(newName);
        } catch (NoSuchFileException e) {
            return false;
        }
        if (source.isDirectory() && !present.isDirectory()) {
            throw new NotDirectoryException(newName);
        }
        if (present.isDirectory() && !source.isDirectory()) {
            throw new FileAlreadyExistsException(newName);
        }
        if (present.key() == null || !present.key().equals(source.key())) {
            return false;
        }
        if (!from.equals(target.hint().resolve(newName))) {
            Files.delete(from);
        }
        return true;
    }

    @Override
    public void renameNew(SecureDir dir, Node node, SecureDir target, String newName) throws IOException {
        moveNew(dir.stream(), dir.path(node.name()), target, newName);
    }

    @Override
    public void setMode(SecureDir dir, String name, int mode) throws IOException {
        dir.stream()
                .getFileAttributeView(dir.path(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setPermissions(Attributes.permissions(mode));
    }

    @Override
    public void setModified(SecureDir dir, String name, FileTime time) throws IOException {
        dir.stream()
                .getFileAttributeView(dir.path(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(time, null, null);
    }

    @Override
    public int fullMode(SecureDir dir, Node node) {
        return node.mode();
    }

    @Override
    public void copyOwner(SecureDir dir, Node from, SecureDir target, String name) {
        // everything has one owner
    }

    @Override
    public String descriptor(SecureDir dir) {
        return dir.hint().toString();
    }
}
