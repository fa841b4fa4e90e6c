package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.spi.FileGuard;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.random.RandomGenerator;

/**
 * Writes files: a sibling with a reserved name takes the content and is renamed into place, so that a reader sees the
 * old or the new content and a failure leaves the old (WS-FILE-005 to 007, 009).
 */
public final class FileWriter {
    private static final int NEW_FILE = 0644;
    private static final int CHUNK = 1 << 20;

    private final Walker walker;
    private final Limits limits;
    private final RandomGenerator random;

    /** Writes that depend on the present content exclude all others of this workspace (WS-FILE-007). */
    private final ReadWriteLock edits = new ReentrantReadWriteLock();

    FileWriter(Walker walker, Limits limits, RandomGenerator random) {
        this.walker = walker;
        this.limits = limits;
        this.random = random;
    }

    /** Write a file. */
    public void write(WorkspacePath path, String asked, byte[] content, WriteOptions options) throws IOException {
        requireSize(asked, content.length);
        boolean depends = options.append() || options.ifSha256().isPresent();
        Lock lock = depends ? edits.writeLock() : edits.readLock();
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for another write");
        }
        try {
            if (depends || options.createNew() || !replace(path, asked, content, options)) {
                walkAndWrite(path, asked, content, options);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean replace(WorkspacePath path, String asked, byte[] content, WriteOptions options) throws IOException {
        if (!walker.root().isRemote()) {
            return false;
        }
        String temporary = Reserved.temporary(random);
        return walker.replace(path, asked, content, new Dir.Replacing(temporary, options.mode(), NEW_FILE));
    }

    private void walkAndWrite(WorkspacePath path, String asked, byte[] content, WriteOptions options)
            throws IOException {
        try (Place place = walker.reach(path, asked)) {
            check(place, path, options);
            walker.require(FileGuard.Use.WRITE, place);
            walker.requireUncovered(place);
            writeTo(place, content, options);
        }
    }

    private void requireSize(String asked, long size) {
        if (size > limits.maxFileBytes()) {
            throw WorkspaceException.at(
                    ErrorCode.TOO_LARGE,
                    asked,
                    "would have " + size + " bytes and maxFileBytes is " + limits.maxFileBytes() + "; raise the limit");
        }
    }

    private void check(Place place, WorkspacePath path, WriteOptions options) throws IOException {
        String asked = place.asked();
        Node node = place.nodeOrNull();
        if (options.createNew() && (node != null || isLink(path, asked))) {
            throw WorkspaceException.at(ErrorCode.EXISTS, asked, "exists already");
        }
        if (node != null && node.isDirectory()) {
            throw WorkspaceException.at(ErrorCode.IS_DIRECTORY, asked, "is a directory");
        }
        if (node != null && node.type() != EntryType.FILE) {
            throw NioFiles.notAFile(asked);
        }
        if (node == null && options.ifSha256().isPresent()) {
            throw WorkspaceException.at(ErrorCode.CONFLICT, asked, "does not exist, so it is not the expected content");
        }
        if (place.hasMissingParents() && !options.createParents()) {
            throw WorkspaceException.at(ErrorCode.NOT_FOUND, asked, "its parent directory does not exist");
        }
    }

    private boolean isLink(WorkspacePath path, String asked) throws IOException {
        try (Place itself = walker.locate(path, asked, false)) {
            return itself.exists();
        }
    }

    private void writeTo(Place place, byte[] content, WriteOptions options) throws IOException {
        Node old = place.nodeOrNull();
        byte[] whole = content;
        if (old != null && (options.append() || options.ifSha256().isPresent())) {
            byte[] present = present(place, old);
            if (options.ifSha256().isPresent() && !options.ifSha256().get().equals(sha256(present))) {
                throw WorkspaceException.at(
                        ErrorCode.CONFLICT, place.asked(), "was changed since; read it again and decide anew");
            }
            if (options.append()) {
                requireSize(place.asked(), (long) present.length + content.length);
                whole = concat(present, content);
            }
        }
        int mode = mode(place, options);
        Dir parent = place.withParents().parent();
        String temporary = Reserved.temporary(random);
        try {
            Dir.Placing placing = new Dir.Placing(temporary, mode, options.createNew(), old);
            if (!parent.put(place.name(), placing, whole)) {
                fill(parent, temporary, mode, whole);
                if (old != null) {
                    parent.copyOwner(old, parent, temporary);
                }
                moveIntoPlace(parent, temporary, place.name(), options.createNew());
            }
        } catch (FileAlreadyExistsException e) {
            discard(parent, temporary, e);
            throw WorkspaceException.at(ErrorCode.EXISTS, place.asked(), "exists already")
                    .causedBy(e);
        } catch (IOException | RuntimeException e) {
            discard(parent, temporary, e);
            throw e;
        }
    }

    private static int mode(Place place, WriteOptions options) throws IOException {
        if (options.mode().isPresent()) {
            return options.mode().getAsInt();
        }
        Node old = place.nodeOrNull();
        if (old == null) {
            return NEW_FILE;
        }
        // A program may be setuid, which the quick look does not tell.
        return (old.mode() & 0111) == 0
                ? old.mode()
                : place.parent().complete(old).mode();
    }

    private static void fill(Dir parent, String temporary, int mode, byte[] content) throws IOException {
        try (SeekableByteChannel channel = parent.createFile(temporary, mode)) {
            for (int start = 0; start < content.length; ) {
                start += channel.write(ByteBuffer.wrap(content, start, Math.min(CHUNK, content.length - start)));
            }
        }
    }

    private static void moveIntoPlace(Dir parent, String temporary, String name, boolean createNew) throws IOException {
        if (createNew) {
            parent.renameNew(temporary, parent, name);
        } else {
            parent.rename(temporary, parent, name);
        }
    }

    static void discard(Dir parent, String temporary, Throwable failure) {
        try {
            parent.unlink(temporary);
        } catch (NoSuchFileException e) {
            // never made, or in its place already
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private byte[] present(Place place, Node old) throws IOException {
        requireSize(place.asked(), old.size());
        byte[] bytes = new byte[Math.toIntExact(old.size())];
        try (SeekableByteChannel channel = place.parent().openFile(old)) {
            int length = NioFiles.fill(channel, bytes, 0);
            return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
