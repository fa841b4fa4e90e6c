package dev.cofferdam.internal.tree;

import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;

/** Files of the workspace's own that are read and written whole. */
public final class SmallFiles {
    private static final int PRIVATE = 0600;

    private SmallFiles() {}

    /**
     * Read a regular file.
     *
     * @throws FileSystemException when it is something else or larger than {@code limit}
     */
    public static byte[] read(Dir dir, String name, int limit) throws IOException {
        Node node = dir.stat(name);
        if (node.type() != EntryType.FILE || node.size() > limit) {
            throw new FileSystemException(name, null, "not a small file");
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) node.size());
        try (SeekableByteChannel channel = dir.openFile(node)) {
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // read on
            }
        }
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    /** Write a file that does not exist. */
    public static void write(Dir dir, String name, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try (SeekableByteChannel channel = dir.createFile(name, PRIVATE)) {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }
}
