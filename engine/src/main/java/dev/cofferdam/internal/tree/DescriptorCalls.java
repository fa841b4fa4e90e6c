package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The missing calls on Linux, through the descriptor's path in {@code /proc}: that path reaches the open directory
 * itself, and one more name below it is looked up there.
 */
final class DescriptorCalls implements DirectCalls {
    private static final int PRIVATE_DIRECTORY = 0700;

    /** Who this process is. */
    private static final Map<String, Object> OWN = own();

    private static Map<String, Object> own() {
        try {
            return Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
        } catch (IOException e) {
            return Map.of("uid", -1, "gid", -1);
        }
    }

    @Override
    public boolean isKernel() {
        return true;
    }

    @Override
    public void mkdir(SecureDir dir, String name, int mode) throws IOException {
        Files.createDirectory(at(dir, name), PosixFilePermissions.asFileAttribute(Attributes.permissions(mode)));
    }

    @Override
    public void symlink(SecureDir dir, String name, String target) throws IOException {
        Files.createSymbolicLink(at(dir, name), Names.toWholePath(target));
    }

    @Override
    public String readLink(SecureDir dir, String name) throws IOException {
        return Names.ofWhole(Files.readSymbolicLink(at(dir, name)));
    }

    @Override
    public void rename(SecureDir dir, String name, SecureDir target, String newName) throws IOException {
        try {
            dir.stream().move(dir.path(name), target.stream(), target.path(newName));
        } catch (FileSystemException e) {
            throw e.getClass() == FileSystemException.class ? explained(e, dir, name, target, newName) : e;
        }
    }

    /** Say what stands in the way; the system's own words for it depend on its language. */
    private static IOException explained(
            FileSystemException e, SecureDir dir, String name, SecureDir target, String newName) throws IOException {
        Node source = dir.stat(name);
        Node present;
        try {
            present = target.stat(newName);
        } catch (NoSuchFileException missing) {
            return e;
        }
        if (source.isDirectory() && !present.isDirectory()) {
            return new NotDirectoryException(newName);
        }
        if (!source.isDirectory() && present.isDirectory()) {
            return new FileAlreadyExistsException(newName);
        }
        return present.isDirectory() ? new DirectoryNotEmptyException(newName) : e;
    }

    @Override
    public void renameNew(SecureDir dir, Node node, SecureDir target, String newName) throws IOException {
        if (node.isDirectory()) {
            renameNewDirectory(dir, node.name(), target, newName);
            return;
        }
        try {
            Files.createLink(at(target, newName), at(dir, node.name()));
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            // No hard links here (or not for this file): keep the place with an empty file and rename onto it.
            target.createFile(newName, PRIVATE_DIRECTORY & 0600).close();
            try {
                rename(dir, node.name(), target, newName);
            } catch (IOException | RuntimeException failure) {
                target.stream().deleteFile(target.path(newName));
                throw failure;
            }
            return;
        }
        dir.stream().deleteFile(dir.path(node.name()));
    }

    /** Take the name with an empty directory, which a rename then replaces; a filled one is somebody else's. */
    private void renameNewDirectory(SecureDir dir, String name, SecureDir target, String newName) throws IOException {
        mkdir(target, newName, PRIVATE_DIRECTORY);
        try {
            rename(dir, name, target, newName);
        } catch (DirectoryNotEmptyException e) {
            throw new FileAlreadyExistsException(newName);
        } catch (IOException | RuntimeException e) {
            try {
                target.stream().deleteDirectory(target.path(newName));
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    @Override
    public void setMode(SecureDir dir, String name, int mode) throws IOException {
        Path path = at(dir, name);
        try {
            Files.setAttribute(path, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (FileSystemException e) {
            // Without following links Java changes modes of what can be opened only, and its versions differ in how
            // they
            // say so. What its owner cannot read is changed by its name; nothing but the permission bits of something
            // of
            // the same owner is at stake.
            if (Files.isSymbolicLink(path)) {
                throw new NotDirectoryException(name);
            }
            Files.setAttribute(path, "unix:mode", mode);
        }
    }

    @Override
    public void setModified(SecureDir dir, String name, FileTime time) throws IOException {
        Files.getFileAttributeView(at(dir, name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(settable(time), null, null);
    }

    /** Before 1970 the JDK sets whole seconds only, and the epoch instead of anything else. */
    private static FileTime settable(FileTime time) {
        Instant instant = time.toInstant();
        return instant.getEpochSecond() >= 0 ? time : FileTime.from(instant.getEpochSecond(), TimeUnit.SECONDS);
    }

    @Override
    public int fullMode(SecureDir dir, Node node) throws IOException {
        Map<String, Object> found;
        try {
            found = Files.readAttributes(
                    dir.hint().resolve(dir.path(node.name())), "unix:mode,fileKey", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return node.mode(); // moved meanwhile: the plain bits are all there is
        }
        Object mode = found.get("mode");
        boolean same = node.key() != null && node.key().equals(found.get("fileKey"));
        return same && mode instanceof Integer bits ? bits & 07777 : node.mode();
    }

    @Override
    public void copyOwner(SecureDir dir, Node from, SecureDir target, String name) throws IOException {
        Map<String, Object> wanted;
        try {
            wanted = Files.readAttributes(
                    dir.hint().resolve(dir.path(from.name())), "unix:uid,gid,fileKey", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return;
        }
        if (from.key() == null || !from.key().equals(wanted.get("fileKey"))) {
            return;
        }
        if (!Objects.equals(OWN.get("uid"), wanted.get("uid")) || !Objects.equals(OWN.get("gid"), wanted.get("gid"))) {
            setOwner(at(target, name), wanted);
        }
    }

    private static void setOwner(Path path, Map<String, Object> wanted) throws IOException {
        Map<String, Object> present = Files.readAttributes(path, "unix:uid,gid", LinkOption.NOFOLLOW_LINKS);
        for (String part : List.of("uid", "gid")) {
            Object value = wanted.get(part);
            if (value != null && !value.equals(present.get(part))) {
                try {
                    Files.setAttribute(path, "unix:" + part, value, LinkOption.NOFOLLOW_LINKS);
                } catch (FileSystemException e) {
                    return; // the system does not allow it: the file is ours then
                }
            }
        }
    }

    @Override
    public String descriptor(SecureDir dir) throws IOException {
        // The child resolves the path, so it names this process rather than "self".
        return "/proc/" + ProcessHandle.current().pid() + "/fd/"
                + dir.descriptorPath().getFileName();
    }

    private static Path at(SecureDir dir, String name) throws IOException {
        return dir.descriptorPath().resolve(dir.path(name));
    }
}
