package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.OutputStream;

/** Writes to a descriptor of a process. */
final class DescriptorOutput extends OutputStream {

    private final Task task;
    private final int fd;

    DescriptorOutput(Task task, int fd) {
        this.task = task;
        this.fd = fd;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        if (length > 0) {
            task.descriptors().write(task, fd, buffer, offset, length);
        }
    }
}
