package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;

/** Reads from a descriptor of a process. */
final class DescriptorInput extends InputStream {

    private final Task task;
    private final int fd;

    DescriptorInput(Task task, int fd) {
        this.task = task;
        this.fd = fd;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return length == 0 ? 0 : task.descriptors().read(task, fd, buffer, offset, length);
    }
}
