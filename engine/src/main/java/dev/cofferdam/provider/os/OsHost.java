package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.Host;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** What the sandboxes of this Java process share. Safe for use by several threads. */
final class OsHost {
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Path STATE = Path.of("/tmp");

    private final Host host;
    private final Spawner spawner;
    private final Blueprint blueprint;
    private final Path stateParent;
    private final ReentrantLock placeholdersLock = new ReentrantLock();
    private final HeldCovers covers = new HeldCovers();
    private final Proof proof = new Proof(this);
    private final String systemName;
    private final String machineName;

    OsHost(Host host, Spawner spawner, Blueprint blueprint, Path stateParent, String systemName, String machineName) {
        this.host = host;
        this.spawner = spawner;
        this.blueprint = blueprint;
        this.stateParent = stateParent;
        this.systemName = systemName;
        this.machineName = machineName;
    }

    /** The one of all providers of this Java process. */
    static OsHost shared() {
        return Shared.HOST;
    }

    Proof proof() {
        return proof;
    }

    HeldCovers covers() {
        return covers;
    }

    Host host() {
        return host;
    }

    Spawner spawner() {
        return spawner;
    }

    Blueprint blueprint() {
        return blueprint;
    }

    boolean isLinux() {
        return systemName.equals("Linux");
    }

    /** Return the kind of this machine; empty when the filter does not know it. */
    Optional<Machine> machine() {
        return Machine.named(machineName);
    }

    /** Tell whether this user is root. */
    static boolean isRoot() throws IOException {
        return user() == 0;
    }

    private static int user() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** Return the directory that holds those of all workspaces of this user; each command sees only its own. */
    Path workspaces() throws IOException {
        return ours(PrivateDirectory.hostTemporary());
    }

    /**
     * Return the placeholders. All Java processes of this user must find the same, whatever temporary directory they
     * were given, as they count who holds them.
     */
    Placeholders placeholders() throws IOException {
        return new Placeholders(ours(stateParent), placeholdersLock);
    }

    private static Path ours(Path parent) throws IOException {
        Path directory = parent.resolve("cofferdam-os-" + user());
        try {
            Files.createDirectory(directory, OURS_ALONE);
        } catch (FileAlreadyExistsException e) {
            // From before, which is to be ours and nobody else's.
        }
        boolean closed = PrivateDirectory.isOurs(directory)
                && Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS)
                        .equals(OURS_ALONE.value());
        if (!closed) {
            throw WorkspaceException.of(
                    ErrorCode.UNAVAILABLE,
                    "the directory " + directory.getFileName()
                            + " among the temporary files is not this user's alone: remove it, or set -Djava.io.tmpdir");
        }
        return directory.toRealPath();
    }

    private static final class Shared {
        static final OsHost HOST = make();

        private static OsHost make() {
            Host host = Host.shared();
            return new OsHost(
                    host,
                    new Spawner(host.starting()),
                    Blueprint.whole(),
                    STATE,
                    System.getProperty("os.name", ""),
                    System.getProperty("os.arch", ""));
        }
    }
}
