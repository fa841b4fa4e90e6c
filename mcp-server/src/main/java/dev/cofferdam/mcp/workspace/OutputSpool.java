package dev.cofferdam.mcp.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** All that a command wrote to one of its streams, in a file of ours outside the workspace. */
final class OutputSpool implements AutoCloseable {
    private static final int LAST_LINE = 400;

    private final Path file;
    private final FileChannel channel;
    private long size;

    OutputSpool(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    synchronized void append(byte[] chunk) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(chunk);
            while (buffer.hasRemaining()) {
                size += channel.write(buffer, size);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized long size() {
        return size;
    }

    /** Bytes from a position on; fewer at the end. */
    synchronized byte[] read(long from, int most) throws IOException {
        int length = (int) Math.max(0, Math.min(most, size - from));
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
            // a read may be short
        }
        return buffer.array();
    }

    /** The last line that is not empty, for a report of progress. */
    String lastLine() throws IOException {
        byte[] end = read(Math.max(0, size() - LAST_LINE), LAST_LINE);
        String text = Utf8Part.decode(end).strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }
}
