package dev.cofferdam.internal.host;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.internal.tree.TreeRemoval;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The directory of a workspace among the host's temporary files: its root when it is a fresh one, the home and the
 * temporary directory of its commands, and the record of whose it is.
 *
 * @param temporary the directory for temporary files that holds it, without links
 * @param name its name, which also is the workspace's id
 */
public record PrivateDirectory(Path temporary, String name) {
    public static final String PREFIX = "cofferdam-";

    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-v]{13}");
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Return the host's directory for temporary files. */
    public static Path hostTemporary() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        try {
            Path real = temporary.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
        } catch (IOException e) {
            throw Host.unavailable(
                            "the temporary directory (java.io.tmpdir) does not exist; make it, or set -Djava.io.tmpdir")
                    .causedBy(e);
        }
        throw Host.unavailable("the temporary directory (java.io.tmpdir) is not a directory; set -Djava.io.tmpdir");
    }

    /**
     * Make a directory.
     *
     * @param temporary the directory that is to hold it
     * @param withRoot whether it is to hold a fresh root
     * @param kept whether it is to stay when this process is gone
     */
    public static PrivateDirectory create(Path temporary, boolean withRoot, boolean kept, SecureRandom random) {
        try {
            PrivateDirectory made = make(temporary, random);
            try {
                if (withRoot) {
                    Files.createDirectory(made.root(), OURS_ALONE);
                }
                OwnerRecord.ofSelf(made.name, kept).write(made.path());
                return made;
            } catch (IOException e) {
                remove(temporary, made.name);
                throw e;
            }
        } catch (IOException e) {
            throw Host.unavailable(
                            "a workspace cannot be made in the temporary directory (java.io.tmpdir), which may be"
                                    + " full or read-only; set -Djava.io.tmpdir to another one")
                    .causedBy(e);
        }
    }

    /** Make what commands need, before the first of them; most workspaces of tests run none. */
    public void prepareForCommands() throws IOException {
        for (Path directory : List.of(home(), tmp())) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    Files.createDirectory(directory, OURS_ALONE);
                } catch (FileAlreadyExistsException e) {
                    // By another command that is started at the same time.
                }
            }
        }
    }

    private static PrivateDirectory make(Path temporary, SecureRandom random) throws IOException {
        while (true) {
            String digits = Long.toUnsignedString(random.nextLong() | Long.MIN_VALUE, 32);
            String name = PREFIX + digits;
            try {
                Files.createDirectory(temporary.resolve(name), OURS_ALONE);
                return new PrivateDirectory(temporary, name);
            } catch (FileAlreadyExistsException e) {
                // Once in 2^63: another number then.
            }
        }
    }

    /** Find a directory of before; empty when there is none of that name that is ours. */
    public static Optional<PrivateDirectory> find(Path temporary, String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        PrivateDirectory own = new PrivateDirectory(temporary, name);
        boolean whole = isOurs(own.path()) && OwnerRecord.read(own.path()).isPresent();
        return whole ? Optional.of(own) : Optional.empty();
    }

    /** Tell whether a path is a real directory that belongs to this user. */
    public static boolean isOurs(Path path) throws IOException {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    /** Delete a directory of ours with all that is in it; one that is not there is deleted already. */
    public static void remove(Path temporary, String name) throws IOException {
        try (Dir parent = Dirs.open(temporary)) {
            List<String> left = TreeRemoval.remove(parent, name);
            if (!left.isEmpty()) {
                throw new IOException(
                        left.size() + " temporary files could not be deleted, the first is " + left.get(0));
            }
        } catch (NoSuchFileException e) {
            return;
        }
    }

    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public Path path() {
        return temporary.resolve(name);
    }

    public Path root() {
        return path().resolve("root");
    }

    public Path home() {
        return path().resolve("home");
    }

    public Path tmp() {
        return path().resolve("tmp");
    }

    /** Have it stay when this process is gone. */
    public void keep() throws IOException {
        Optional<OwnerRecord> record = OwnerRecord.read(path());
        if (record.isPresent()) {
            record.get().keep().write(path());
        }
    }

    /** Delete it, again and again while something still writes into it. */
    public void delete() throws IOException {
        long start = System.nanoTime();
        boolean interrupted = false;
        long pause = 1;
        try {
            while (true) {
                try {
                    remove(temporary, name);
                    return;
                } catch (IOException e) {
                    if (System.nanoTime() - start > RETRY_NANOS) {
                        throw new IOException("the workspace's temporary files could not be deleted", e);
                    }
                }
                try {
                    TimeUnit.MILLISECONDS.sleep(pause);
                    pause = Math.min(2 * pause, 100);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
