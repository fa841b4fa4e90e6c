package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;

/** Reads an open file and closes it. */
final class FileInput extends InputStream {

    private final Task task;
    private final OpenFile file;
    private boolean closed;

    FileInput(Task task, OpenFile file) {
        this.task = task;
        this.file = file;
    }

    OpenFile file() {
        return file;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        task.checkpoint();
        return length == 0 ? 0 : file.read(task, buffer, offset, length);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            file.release();
        }
    }
}
