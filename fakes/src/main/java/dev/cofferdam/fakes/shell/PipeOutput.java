package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/** The end of a pipe that is written from outside of the machine. */
final class PipeOutput extends OutputStream {

    private final Pipe pipe;

    PipeOutput(Pipe pipe) {
        this.pipe = pipe;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        try {
            pipe.feed(buffer, offset, length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while writing to standard input");
        }
    }

    @Override
    public void close() {
        pipe.sink().close();
    }
}
