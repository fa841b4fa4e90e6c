package dev.cofferdam.fakes.shell;

import java.io.IOException;

/** Reads a line byte by byte, so that what follows is left for others. */
final class LineReader {

    private final Task task;

    LineReader(Task task) {
        this.task = task;
    }

    /** Reads into {@code line}, with escaped bytes marked; false at the end of input. */
    boolean read(StringBuilder line, boolean raw) throws IOException {
        task.interruptible(true);
        try {
            while (true) {
                int c = next();
                if (c < 0) {
                    return false;
                }
                if (c == '\\' && !raw) {
                    int escaped = next();
                    if (escaped < 0) {
                        return false;
                    }
                    if (escaped != '\n') {
                        line.append((char) (escaped | Flagged.QUOTED));
                    }
                } else if (c == '\n') {
                    return true;
                } else if (c != 0) {
                    line.append((char) (c | Flagged.EXPANDED));
                }
            }
        } catch (Errno e) {
            if (e.code() == Errno.Code.EINTR) {
                return false;
            }
            throw e;
        } finally {
            task.interruptible(false);
        }
    }

    private int next() throws IOException {
        byte[] one = new byte[1];
        return task.descriptors().read(task, 0, one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
}
