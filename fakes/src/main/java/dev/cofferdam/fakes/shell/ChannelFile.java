package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** A regular file. */
final class ChannelFile extends OpenFile {

    private final SeekableByteChannel channel;
    private final Object file;

    ChannelFile(SeekableByteChannel channel, Object file) {
        this.channel = channel;
        this.file = file;
    }

    @Override
    Object file() {
        return file;
    }

    @Override
    int read(Task task, byte[] buffer, int offset, int length) throws IOException {
        try {
            return channel.read(ByteBuffer.wrap(buffer, offset, length));
        } catch (java.nio.channels.NonReadableChannelException e) {
            throw new Errno(Errno.Code.EBADF);
        }
    }

    @Override
    void write(Task task, byte[] buffer, int offset, int length) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(buffer, offset, length);
        try {
            while (source.hasRemaining()) {
                channel.write(source);
            }
        } catch (java.nio.channels.NonWritableChannelException e) {
            throw new Errno(Errno.Code.EBADF);
        }
    }

    @Override
    void seek(long position) throws IOException {
        channel.position(position);
    }

    @Override
    long position() throws IOException {
        return channel.position();
    }

    @Override
    long size() throws IOException {
        return channel.size();
    }

    @Override
    void truncate(long size) throws IOException {
        long old = channel.position();
        if (size <= channel.size()) {
            channel.truncate(size);
        } else {
            channel.position(size - 1);
            channel.write(ByteBuffer.wrap(new byte[1]));
        }
        channel.position(old);
    }

    @Override
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Every write has gone through already; there is nobody left to tell.
        }
    }
}
