package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;

/** Copies files, links and directories between open directories, with modes and times, links as links. */
public final class TreeCopy {
    private static final int SET_ID_BITS = 06000;
    private static final int BUFFER = 1 << 16;

    private TreeCopy() {}

    /**
     * Copy something to a name that must not exist.
     *
     * @throws FileSystemException for a FIFO, a socket or a device
     * @throws InterruptedIOException when the thread is interrupted; its flag stays set
     */
    public static void copy(Dir source, String name, Dir target, String newName) throws IOException {
        copy(source, source.stat(name), target, newName, ByteBuffer.allocateDirect(BUFFER));
    }

    private static void copy(Dir source, Node node, Dir target, String newName, ByteBuffer buffer) throws IOException {
        Interrupts.check();
        switch (node.type()) {
            case FILE -> copyFile(source, node, target, newName, buffer);
            case SYMLINK -> target.symlink(newName, source.readLink(node));
            case DIRECTORY -> copyDirectory(source, node, target, newName, buffer);
            case OTHER ->
                throw new FileSystemException(
                        Names.display(node.name()), null, "a FIFO, socket or device cannot be copied");
        }
        target.setModified(newName, node.modified());
    }

    private static void copyDirectory(Dir source, Node node, Dir target, String newName, ByteBuffer buffer)
            throws IOException {
        target.mkdir(newName, node.mode() | 0700);
        try (Dir from = source.open(node.name());
                Dir to = target.open(newName)) {
            for (Node inner : from.nodes()) {
                // What another operation has on its way is no part of the tree, and its copy would stay for good.
                if (!Reserved.isTemporary(inner.name())) {
                    copy(from, inner, to, inner.name(), buffer);
                }
            }
        }
        if ((node.mode() & 0700) != 0700) {
            target.setMode(newName, node.mode());
        }
    }

    private static void copyFile(Dir source, Node node, Dir target, String newName, ByteBuffer buffer)
            throws IOException {
        try (SeekableByteChannel in = source.openFile(node);
                SeekableByteChannel out = target.createFile(newName, node.mode() & ~SET_ID_BITS)) {
            buffer.clear();
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
            target.setMode(newName, node.mode());
        }
    }
}
