package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.OwnerRecord;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The placeholders of all running commands of this user, also of other Java processes. One that is removed while a
 * command runs that it protects uncovers the path in that command's sandbox; so each has its holders, and goes with the
 * last. What is made is written down before, outside of any root, so that a killed process leaves nothing for long.
 */
final class Placeholders {
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--"));
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    /** Which attributes tell a placeholder from another file. */
    private static final String LOOK = "unix:isDirectory,isRegularFile,size,dev,ino";

    private static final int PATIENCE = 2_000;

    private final Path state;
    private final ReentrantLock local;

    /**
     * Use a directory.
     *
     * @param state the directory that all processes of this user share, which exists
     * @param local the lock among the threads of this process; that of a file holds among processes only
     */
    Placeholders(Path state, ReentrantLock local) {
        this.state = state;
        this.local = local;
    }

    /** Makes a plan. */
    @FunctionalInterface
    interface Planning {
        MountPlan plan(FileFacts facts) throws IOException;
    }

    /** Something that is done while no other process changes placeholders. */
    @FunctionalInterface
    private interface Work<T> {
        T run(Journal journal) throws IOException;
    }

    /**
     * Make a plan and the placeholders that it needs, and hold them. To the plan those of others are not there: they
     * may go before this command does.
     *
     * @param holder a name for the command that nobody else has
     * @param owner whose command it is
     */
    MountPlan hold(String holder, OwnerRecord owner, Planning planning) throws IOException {
        return locked(journal -> {
            Set<Path> present = new HashSet<>();
            for (Journal.Entry entry : journal.entries()) {
                if (isStill(entry)) {
                    present.add(entry.placeholder().path());
                } else {
                    journal.forget(entry.placeholder().path());
                }
            }
            MountPlan plan = planning.plan(new HostFacts(present));
            if (plan.placeholders().isEmpty()) {
                return plan;
            }
            journal.addHolder(holder, owner);
            plan.placeholders().forEach(placeholder -> journal.hold(placeholder, holder));
            journal.write();
            boolean done = false;
            try {
                for (Placeholder placeholder : plan.placeholders()) {
                    if (!present.contains(placeholder.path())) {
                        make(placeholder);
                        journal.made(placeholder.path(), key(placeholder.path()));
                    }
                }
                journal.write();
                done = true;
                return plan;
            } finally {
                if (!done) {
                    drop(journal, holder);
                }
            }
        });
    }

    /** Return the facts of this host's files, among which the placeholders that stand now do not count. */
    FileFacts facts() throws IOException {
        return locked(journal -> {
            Set<Path> present = new HashSet<>();
            for (Journal.Entry entry : journal.entries()) {
                if (isStill(entry)) {
                    present.add(entry.placeholder().path());
                }
            }
            return new HostFacts(present);
        });
    }

    /** Let go of what a command held, and remove what nobody holds; called when all its processes are gone. */
    void release(String holder) throws IOException {
        locked(journal -> {
            if (journal.has(holder)) {
                drop(journal, holder);
            }
            return true;
        });
    }

    /** Remove what processes held that are gone. */
    void sweep() throws IOException {
        locked(journal -> {
            for (String holder : journal.abandoned()) {
                drop(journal, holder);
            }
            return true;
        });
    }

    private static void drop(Journal journal, String holder) throws IOException {
        for (Journal.Entry entry : journal.release(holder)) {
            if (isStill(entry)) {
                remove(entry.placeholder());
            }
        }
        journal.write();
    }

    private static void make(Placeholder placeholder) throws IOException {
        Path path = placeholder.path();
        try {
            if (placeholder.stub() == Placeholder.Stub.DIRECTORY) {
                Files.createDirectory(path, DIRECTORY);
                return;
            }
            try (SeekableByteChannel made =
                    Files.newByteChannel(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), FILE)) {
                ByteBuffer content = StandardCharsets.UTF_8.encode(placeholder.content());
                while (content.hasRemaining()) {
                    made.write(content);
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw WorkspaceException.of(
                            ErrorCode.BUSY,
                            "a protected file was made while the sandbox of a command was set up; run the command again")
                    .causedBy(e);
        }
    }

    /** Remove what is as it was made; anything else has become somebody's. */
    private static void remove(Placeholder placeholder) throws IOException {
        try {
            Files.delete(placeholder.path());
        } catch (NoSuchFileException | java.nio.file.DirectoryNotEmptyException e) {
            // Gone already, or in use: both are as they should be.
            return;
        }
    }

    private static boolean isStill(Journal.Entry entry) throws IOException {
        Placeholder placeholder = entry.placeholder();
        Map<String, Object> found;
        try {
            found = Files.readAttributes(placeholder.path(), LOOK, LinkOption.NOFOLLOW_LINKS);
        } catch (FileSystemException e) {
            // It is gone, or lies where we cannot look and so cannot remove anything.
            return false;
        }
        boolean directory = placeholder.stub() == Placeholder.Stub.DIRECTORY;
        if (!Boolean.TRUE.equals(found.get(directory ? "isDirectory" : "isRegularFile"))) {
            return false;
        }
        Optional<String> key = entry.key();
        boolean same = key.isEmpty() || key.get().equals(key(found));
        return same
                && (directory || Long.valueOf(placeholder.content().length()).equals(found.get("size")));
    }

    private static String key(Path path) throws IOException {
        return key(Files.readAttributes(path, LOOK, LinkOption.NOFOLLOW_LINKS));
    }

    private static String key(Map<String, Object> found) {
        return found.get("dev") + ":" + found.get("ino");
    }

    /** Do something alone among all threads and processes; an interrupt is put off, as it would end the lock. */
    private <T> T locked(Work<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        local.lock();
        try (FileChannel channel =
                FileChannel.open(state.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock(channel);
            return work.run(Journal.read(state.resolve("placeholders")));
        } finally {
            local.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void lock(FileChannel channel) throws IOException {
        for (int attempt = 0; attempt < PATIENCE; attempt++) {
            if (isLocked(channel)) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(attempt < 20 ? 100 : 5_000));
        }
        throw new IOException("another process keeps the placeholders of commands locked");
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // The same code under another class loader holds it: wait like for another process.
            return false;
        }
    }
}
