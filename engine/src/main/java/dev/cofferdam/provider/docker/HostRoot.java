package dev.cofferdam.provider.docker;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.internal.tree.TreeRemoval;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of this host that is mounted into a container.
 *
 * @param directory the directory, without links
 * @param below where in it the workspace lies, empty for the directory itself
 * @param given whether the user named it, so that it is kept
 */
record HostRoot(Path directory, Path below, boolean given) {
    private static final String PREFIX = "cofferdam-docker-";
    private static final String RECORD = ".owner";
    private static final Logger LOG = LoggerFactory.getLogger(HostRoot.class);
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{16}");
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /**
     * Make the directory ready, for a new workspace.
     *
     * @param owner who is to be gone when a fresh one may be deleted by others; empty when nobody may
     */
    static HostRoot prepare(Path asked, Path below, boolean create, Optional<Owner> owner) throws IOException {
        boolean fresh = asked.toString().equals(Settings.FRESH);
        Path directory = fresh ? make(owner) : existing(asked, create);
        HostRoot root = new HostRoot(directory, below, !fresh);
        boolean done = false;
        try {
            existing(root.path(), create);
            if (!root.path().toRealPath().startsWith(directory)) {
                throw Refusals.unavailable("the root leads out of the directory of the option host", "choose another");
            }
            done = true;
            return root;
        } finally {
            if (!done) {
                root.delete();
            }
        }
    }

    /** Find a directory of our own from before. */
    static Optional<HostRoot> find(String name, Path below) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        Path directory = Machine.temporary().toRealPath().resolve(name);
        boolean ours = Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")));
        return ours ? Optional.of(new HostRoot(directory, below, false)) : Optional.empty();
    }

    private static Path make(Optional<Owner> owner) {
        try {
            Path directory = Machine.temporary().toRealPath().resolve(PREFIX + Machine.random(8));
            if (owner.isPresent()) {
                // First, so that there is no moment in which a killed process leaves what nobody finds.
                owner.get().write(ownerFile(directory));
            }
            return Files.createDirectory(directory, OURS_ALONE);
        } catch (IOException e) {
            throw Refusals.unavailable(
                            "a directory for the workspace cannot be made in the temporary directory (java.io.tmpdir)",
                            "it may be full or read-only: set -Djava.io.tmpdir to another one")
                    .causedBy(e);
        }
    }

    private static Path existing(Path asked, boolean create) throws IOException {
        Path path = asked.toAbsolutePath().normalize();
        try {
            if (!Files.exists(path)) {
                if (!create) {
                    throw Refusals.unavailable("the root does not exist", "make the directory, or allow it to be made");
                }
                Files.createDirectories(path);
            }
            if (!Files.isDirectory(path)) {
                throw Refusals.unavailable("the root is not a directory", "give the path of one");
            }
            return path.toRealPath();
        } catch (FileAlreadyExistsException e) {
            throw Refusals.unavailable("the root lies below a file", "give the path of a directory")
                    .causedBy(e);
        } catch (FileSystemException e) {
            throw Refusals.unavailable(
                            "the root cannot be reached or made with the permissions of this user",
                            "give a directory of this user's")
                    .causedBy(e);
        }
    }

    /** Return the workspace's root. */
    Path path() {
        return directory.resolve(below);
    }

    /** Return the id by which it is found again. */
    String id() {
        return given ? directory.toUri().getRawPath() : String.valueOf(directory.getFileName());
    }

    /** Return where it is written whose a directory of our own is: beside it, as all in it is the workspace's. */
    private static Path ownerFile(Path directory) {
        return directory.resolveSibling(directory.getFileName() + RECORD);
    }

    /** Delete the directories that killed processes of this user left on this host (WS-LIFE-007). */
    static void sweep(Owner self) {
        try (DirectoryStream<Path> records =
                Files.newDirectoryStream(Machine.temporary().toRealPath(), PREFIX + "*" + RECORD)) {
            for (Path record : records) {
                sweepOne(self, record);
            }
        } catch (IOException e) {
            LOG.debug("Directories of killed processes could not be listed", e);
        }
    }

    private static void sweepOne(Owner self, Path record) {
        try {
            if (self.hasAbandoned(record)) {
                String name = String.valueOf(record.getFileName());
                Optional<HostRoot> root = find(name.substring(0, name.length() - RECORD.length()), Path.of(""));
                if (root.isPresent()) {
                    root.get().delete();
                } else {
                    Files.deleteIfExists(record);
                }
            }
        } catch (IOException e) {
            LOG.debug("A directory that a killed process left could not be removed", e);
        }
    }

    /** Have a directory of our own stay, whatever becomes of us. */
    void keep() throws IOException {
        if (!given) {
            Files.deleteIfExists(ownerFile(directory));
        }
    }

    /** Delete a directory of our own; one that was given stays. */
    void delete() throws IOException {
        if (given) {
            return;
        }
        try (Dir parent = Dirs.open(directory.resolveSibling("."))) {
            List<String> left = TreeRemoval.remove(parent, String.valueOf(directory.getFileName()));
            if (!left.isEmpty()) {
                throw new IOException(left.size() + " files of the workspace could not be deleted");
            }
        } catch (NoSuchFileException e) {
            // Gone already.
            LOG.debug("The directory of a workspace was gone already", e);
        }
        keep();
    }
}
