package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Reserved;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Writes files with all their attributes, zeros as holes, new ones directly and others in one rename. */
public final class FileWriter {
    private static final int SET_ID_BITS = 06000;
    private static final int CHUNK = 64 << 10;

    /** Holes are made of more. */
    private static final int SMALL = CHUNK - 1;

    private final RandomGenerator random;
    private final byte[] chunk = new byte[CHUNK];
    private final byte[] zeros = new byte[CHUNK];

    /** Create a writer. */
    public FileWriter(RandomGenerator random) {
        this.random = random;
    }

    /**
     * What is written.
     *
     * @param mode the permission bits
     * @param modified the modification time, which comes last; {@code null} to leave it
     * @param size how many bytes the content has
     */
    public record Attributes(int mode, @Nullable FileTime modified, long size) {}

    /** Write a file that does not exist; when it fails there is none. */
    public void create(Dir dir, String name, Attributes attributes, InputStream content) throws IOException {
        if (dir.isRemote() && attributes.size() <= SMALL) {
            createSmall(dir, name, attributes, content);
            return;
        }
        SeekableByteChannel channel = dir.createFile(name, attributes.mode() & ~SET_ID_BITS);
        try {
            try (channel) {
                copy(content, channel, attributes.size());
            }
            if ((attributes.mode() & SET_ID_BITS) != 0) {
                // Writing clears these bits, so they come after it.
                dir.setMode(name, attributes.mode());
            }
            if (attributes.modified() != null) {
                dir.setModified(name, attributes.modified());
            }
        } catch (IOException | RuntimeException e) {
            try {
                dir.unlink(name);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    /** One request that fails makes nothing, or it is not known. */
    private static void createSmall(Dir dir, String name, Attributes attributes, InputStream content)
            throws IOException {
        byte[] bytes = content.readNBytes((int) attributes.size());
        if (bytes.length < attributes.size()) {
            throw tooShort();
        }
        dir.create(name, attributes.mode(), attributes.modified(), bytes);
    }

    private static EOFException tooShort() {
        return new EOFException("the content is shorter than its size says");
    }

    /** Write a file in the place of another file or a link; when it fails, that stays. */
    public void replace(Dir dir, String name, Attributes attributes, InputStream content) throws IOException {
        String temporary = Reserved.temporary(random);
        create(dir, temporary, attributes, content);
        try {
            dir.rename(temporary, dir, name);
        } catch (IOException | RuntimeException e) {
            try {
                dir.unlink(temporary);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private void copy(InputStream content, SeekableByteChannel channel, long size) throws IOException {
        long done = 0;
        boolean hole = false;
        while (done < size) {
            int part = content.readNBytes(chunk, 0, (int) Math.min(CHUNK, size - done));
            if (part == 0) {
                throw tooShort();
            }
            hole = part == CHUNK && Arrays.equals(chunk, zeros);
            if (!hole) {
                channel.position(done);
                write(channel, part);
            }
            done += part;
            if (part == CHUNK) {
                Interrupts.check();
            }
        }
        if (hole) {
            channel.position(size - 1);
            channel.write(ByteBuffer.allocate(1));
        }
    }

    private void write(SeekableByteChannel channel, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
