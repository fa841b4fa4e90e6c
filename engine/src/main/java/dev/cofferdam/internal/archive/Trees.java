package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What is done with an entry and all that is in it, name by name, never through a link. */
public final class Trees {
    private static final int OWNER_ALL = 0700;
    private static final int SET_ID_BITS = 06000;
    private static final int BUFFER = 128 << 10;

    private Trees() {}

    /** Return the bytes of a file, or of all files of a directory. */
    public static long bytes(Dir parent, String name) throws IOException {
        Node node = parent.stat(name);
        if (!node.isDirectory()) {
            return node.type() == EntryType.FILE ? node.size() : 0;
        }
        try (Dir dir = parent.open(name)) {
            return bytes(dir);
        } catch (AccessDeniedException e) {
            return 0; // what cannot be read has no known size
        }
    }

    private static long bytes(Dir dir) throws IOException {
        long sum = 0;
        for (Node node : dir.nodes()) {
            Interrupts.check();
            if (node.type() == EntryType.FILE) {
                sum += node.size();
            } else if (node.isDirectory()) {
                sum += bytes(dir, node.name());
            }
        }
        return sum;
    }

    /** Delete an entry with all that is in it; directories that forbid it are opened up before. */
    public static void delete(Dir parent, String name) throws IOException {
        Interrupts.check();
        Node node = parent.stat(name);
        if (!node.isDirectory()) {
            parent.unlink(name);
            return;
        }
        if (parent.purge(name)) {
            return;
        }
        if ((node.mode() & OWNER_ALL) != OWNER_ALL) {
            parent.setMode(name, node.mode() | OWNER_ALL);
        }
        try (Dir dir = parent.open(name)) {
            for (String child : dir.names()) {
                deleteIfThere(dir, child);
            }
        }
        parent.rmdir(name);
    }

    /** Delete an entry with all that is in it, unless there is none. */
    public static void deleteIfThere(Dir parent, String name) throws IOException {
        try {
            delete(parent, name);
        } catch (NoSuchFileException e) {
            // It is gone, which is what was asked for.
        }
    }

    /**
     * Copy an entry with all that is in it to a name that does not exist, with modes and times, links as links.
     *
     * @throws FileSystemException when there is a FIFO, a socket or a device, which cannot be copied
     */
    public static void copy(Dir from, String name, Dir to, String newName) throws IOException {
        Interrupts.check();
        Node node = from.stat(name);
        switch (node.type()) {
            case FILE -> copyFile(from, node, to, newName);
            case DIRECTORY -> copyDirectory(from, node, to, newName);
            case SYMLINK -> to.symlink(newName, from.readLink(name));
            case OTHER -> throw new FileSystemException(name, null, "a FIFO, a socket or a device cannot be copied");
        }
        if (node.type() != EntryType.DIRECTORY) {
            to.setModified(newName, node.modified());
        }
    }

    private static void copyFile(Dir from, Node node, Dir to, String newName) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(1, Math.min(node.size() + 1, BUFFER)));
        try (SeekableByteChannel in = from.openFile(node);
                SeekableByteChannel out = to.createFile(newName, node.mode() & ~SET_ID_BITS)) {
            while (in.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
                buffer.clear();
                Interrupts.check();
            }
        }
        if ((node.mode() & SET_ID_BITS) != 0) {
            // Writing clears these bits, so they come last.
            to.setMode(newName, node.mode());
        }
    }

    private static void copyDirectory(Dir from, Node node, Dir to, String newName) throws IOException {
        to.mkdir(newName, node.mode() | OWNER_ALL);
        try (Dir source = from.open(node.name());
                Dir target = to.open(newName)) {
            for (String child : source.names()) {
                copy(source, child, target, child);
            }
        }
        to.setMode(newName, node.mode());
        to.setModified(newName, node.modified());
    }
}
