package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Interrupts;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** A private file that holds a stream, or takes an archive, until all of it is known to be good. */
final class Spool implements Closeable {
    private static final int CHUNK = 128 << 10;

    private final Path file;
    private final SeekableByteChannel channel;

    /**
     * Make an empty one.
     *
     * @param directory a private directory
     */
    Spool(Path directory) throws IOException {
        this.file = directory.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.createTempFile(
                        directory,
                        "archive",
                        null,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                : Files.createTempFile(directory, "archive", null);
        try {
            this.channel = Files.newByteChannel(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Is told how many bytes there are so far. */
    @FunctionalInterface
    interface Meter {
        void count(long bytes);
    }

    /** Take a stream to its end. */
    void take(InputStream in, Meter meter) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long total = 0;
        int read = in.read(chunk);
        while (read >= 0) {
            Interrupts.check();
            total += read;
            meter.count(total);
            ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, read);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            read = in.read(chunk);
        }
    }

    SeekableByteChannel channel() {
        return channel;
    }

    /** Return a stream from the beginning, with a buffer; closing it leaves this open. */
    TapeInput read() throws IOException {
        channel.position(0);
        return new TapeInput(channel);
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
