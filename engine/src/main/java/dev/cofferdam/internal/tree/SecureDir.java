package dev.cofferdam.internal.tree;

import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A directory held open by its descriptor. */
final class SecureDir implements Dir {
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> BOTH_ENDS =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> LOCK = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final int RELEASE_ATTEMPTS = 500;

    private static final List<Path> UP = IntStream.rangeClosed(0, 16)
            .mapToObj(levels -> Path.of("../".repeat(levels)))
            .toList();

    private final SecureDirectoryStream<Path> stream;
    private final Path hint;
    private final DirectCalls calls;
    private final OpenGuard guard;
    private DescriptorPaths.@Nullable Anchor anchor;
    private volatile @Nullable Object ownKey;

    /**
     * Hold a directory.
     *
     * @param hint the path where it was when it was opened; only good for what is verified afterwards
     */
    SecureDir(SecureDirectoryStream<Path> stream, Path hint, DirectCalls calls, OpenGuard guard) {
        this.stream = stream;
        this.hint = hint;
        this.calls = calls;
        this.guard = guard;
    }

    SecureDirectoryStream<Path> stream() {
        return stream;
    }

    Path hint() {
        return hint;
    }

    /** Return a path that reaches this very directory whatever it is called now. */
    synchronized Path descriptorPath() throws IOException {
        if (anchor == null) {
            anchor = DescriptorPaths.anchor(stream);
        }
        return anchor.path();
    }

    Path path(String name) {
        return Names.toPath(hint.getFileSystem(), name);
    }

    @Override
    public Node self() throws IOException {
        return Attributes.node(
                "", stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes());
    }

    @Override
    public Node stat(String name) throws IOException {
        return stat(stream, path(name), name);
    }

    @Override
    public Node look(String name) throws IOException {
        return look(stream, path(name), name);
    }

    private static Node look(SecureDirectoryStream<Path> from, Path path, String name) throws IOException {
        return Attributes.node(
                name,
                from.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .readAttributes());
    }

    Node stat(SecureDirectoryStream<Path> from, Path path, String name) throws IOException {
        Node node = look(from, path, name);
        // The extra bits mean something on programs and directories only, and asking costs as much as the rest.
        if (node.type() == EntryType.SYMLINK || ((node.mode() & 0111) == 0 && !node.isDirectory())) {
            return node;
        }
        int full = calls.fullMode(this, node);
        return full == node.mode() ? node : new Node(name, node.type(), node.size(), node.modified(), full, node.key());
    }

    @Override
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (SecureDirectoryStream<Path> again = again()) {
            for (Path path : again) {
                names.add(Names.of(path));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public List<Node> nodes() throws IOException {
        try (SecureDirectoryStream<Path> again = again()) {
            return new NodeReader(this, again).read();
        }
    }

    /** A stream can be read once only, so each reading opens the directory again. */
    private SecureDirectoryStream<Path> again() throws IOException {
        return openStream(path("."));
    }

    private SecureDirectoryStream<Path> openStream(Path path) throws IOException {
        Lock opening = DescriptorPaths.opening();
        opening.lock();
        try {
            return stream.newDirectoryStream(path, LinkOption.NOFOLLOW_LINKS);
        } finally {
            opening.unlock();
        }
    }

    private static void closeStream(SecureDirectoryStream<Path> open) throws IOException {
        Lock opening = DescriptorPaths.opening();
        opening.lock();
        try {
            open.close();
        } finally {
            opening.unlock();
        }
    }

    @Override
    public Dir open(String name) throws IOException {
        return open(look(name));
    }

    @Override
    public Dir open(Node seen) throws IOException {
        // Opening a FIFO would block until somebody writes to it, so the type was looked at before.
        if (!seen.isDirectory()) {
            throw new NotDirectoryException(seen.name());
        }
        Path path = path(seen.name());
        OpenGuard.Pending pending = guard.opening(() -> release(path), Thread.currentThread());
        try {
            return new SecureDir(openStream(path), hint.resolve(path), calls, guard);
        } catch (FileSystemException e) {
            throw e.getClass() == FileSystemException.class
                            && !look(seen.name()).isDirectory()
                    ? new NotDirectoryException(seen.name())
                    : e;
        } finally {
            pending.close();
        }
    }

    /**
     * The kernel walks, links included, and then says where it came: {@code ..} of an open directory is its true parent.
     * A directory that is so many levels below this one, and below the very directory of the first name, was not reached
     * outside, nor in the workspace's own directory.
     */
    @Override
    public @Nullable Dir openBelow(List<String> names) throws IOException {
        if (!calls.isKernel()) {
            return null;
        }
        Path way = Names.toPath(hint.getFileSystem(), names);
        Path top = up(names.size() - 1);
        SecureDirectoryStream<Path> found;
        try {
            // The final dot refuses a FIFO without opening it.
            found = openStream(way.resolve("."));
        } catch (IOException e) {
            return null;
        }
        boolean proven = false;
        try {
            proven = same(key(found, top), key(stream, path(names.get(0))))
                    && same(key(found, up(names.size())), ownKey());
        } finally {
            if (!proven) {
                closeStream(found);
            }
        }
        return proven ? new SecureDir(found, hint.resolve(way), calls, guard) : null;
    }

    private static Path up(int levels) {
        return levels < UP.size() ? UP.get(levels) : Path.of("../".repeat(levels));
    }

    private static boolean same(@Nullable Object key, @Nullable Object other) {
        return key != null && key.equals(other);
    }

    private static @Nullable Object key(SecureDirectoryStream<Path> from, Path path) throws IOException {
        return from.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .fileKey();
    }

    /** A directory that is held open keeps its inode. */
    private @Nullable Object ownKey() throws IOException {
        Object known = ownKey;
        if (known == null) {
            known = self().key();
            ownKey = known;
        }
        return known;
    }

    @Override
    public Dir reopen() throws IOException {
        return new SecureDir(again(), hint, calls, guard);
    }

    @Override
    public SeekableByteChannel openFile(String name) throws IOException {
        Path path = path(name);
        OpenGuard.Pending pending = guard.opening(() -> release(path), Thread.currentThread());
        try {
            return seekable(stream.newByteChannel(path, READ), name);
        } finally {
            pending.close();
        }
    }

    /** Refuse a FIFO that was swapped in since the look at the type: it has no position (WS-FILE-002). */
    private static SeekableByteChannel seekable(SeekableByteChannel channel, String name) throws IOException {
        try {
            channel.position();
            return channel;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.close();
            throw new NotRegularException(name, e);
        }
    }

    /** The name may be swapped to and fro meanwhile, so it is tried for as long as it takes to meet the FIFO. */
    private boolean release(Path path) {
        boolean met = false;
        for (int i = 0; i < RELEASE_ATTEMPTS && !met; i++) {
            met = releaseNow(path);
        }
        return met;
    }

    private boolean releaseNow(Path path) {
        try {
            if (!stream.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isOther()) {
                return false;
            }
            // Opening both ends of a FIFO never blocks, and whoever waits for the other end is let go.
            stream.newByteChannel(path, BOTH_ENDS).close();
            return true;
        } catch (IOException e) {
            return false; // gone by now
        }
    }

    @Override
    public SeekableByteChannel createFile(String name, int mode) throws IOException {
        SeekableByteChannel channel = stream.newByteChannel(path(name), CREATE, Attributes.creating(mode));
        // The in-memory file system ignores the permissions that an open asks for.
        if ((mode & Umask.BITS) != 0 || !Attributes.isPlain(mode) || calls instanceof StagedCalls) {
            try {
                calls.setMode(this, name, mode);
            } catch (IOException | RuntimeException e) {
                try (channel) {
                    stream.deleteFile(path(name));
                } catch (IOException suppressed) {
                    e.addSuppressed(suppressed);
                }
                throw e;
            }
        }
        return channel;
    }

    @Override
    public FileChannel openLock(String name) throws IOException {
        SeekableByteChannel channel = stream.newByteChannel(path(name), LOCK, Attributes.creating(0600));
        if (channel instanceof FileChannel file) {
            return file;
        }
        channel.close();
        throw new FileSystemException(name, null, "files of this file system cannot be locked");
    }

    @Override
    public void mkdir(String name, int mode) throws IOException {
        calls.mkdir(this, name, mode);
        if ((mode & Umask.BITS) != 0 || !Attributes.isPlain(mode)) {
            calls.setMode(this, name, mode);
        }
    }

    @Override
    public void symlink(String name, String target) throws IOException {
        calls.symlink(this, name, target);
    }

    @Override
    public String readLink(String name) throws IOException {
        return calls.readLink(this, name);
    }

    @Override
    public void unlink(String name) throws IOException {
        stream.deleteFile(path(name));
    }

    @Override
    public void rmdir(String name) throws IOException {
        stream.deleteDirectory(path(name));
    }

    @Override
    public void rename(String name, Dir target, String newName) throws IOException {
        calls.rename(this, name, secure(target), newName);
    }

    @Override
    public void renameNew(String name, Dir target, String newName) throws IOException {
        calls.renameNew(this, stat(name), secure(target), newName);
    }

    @Override
    public void copyOwner(Node from, Dir target, String name) throws IOException {
        calls.copyOwner(this, from, secure(target), name);
    }

    @Override
    public String descriptor() throws IOException {
        return calls.descriptor(this);
    }

    @Override
    public void setMode(String name, int mode) throws IOException {
        calls.setMode(this, name, mode);
    }

    @Override
    public void setModified(String name, FileTime time) throws IOException {
        calls.setModified(this, name, time);
    }

    @Override
    public void setOwnMode(int mode) throws IOException {
        stream.getFileAttributeView(PosixFileAttributeView.class).setPermissions(Attributes.permissions(mode));
    }

    @Override
    public void setOwnModified(FileTime time) throws IOException {
        stream.getFileAttributeView(BasicFileAttributeView.class).setTimes(time, null, null);
    }

    @Override
    public synchronized void close() throws IOException {
        Lock opening = DescriptorPaths.opening();
        opening.lock();
        try (stream) {
            if (anchor != null) {
                anchor.close();
                anchor = null;
            }
        } finally {
            opening.unlock();
        }
    }

    private static SecureDir secure(Dir dir) {
        if (dir instanceof SecureDir secure) {
            return secure;
        }
        throw new IllegalArgumentException("the two directories are of different kinds");
    }
}
