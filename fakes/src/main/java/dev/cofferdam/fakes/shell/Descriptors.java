package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The descriptor table of a process. */
final class Descriptors {

    private final TreeMap<Integer, OpenFile> files = new TreeMap<>();
    private boolean closed;

    /** A table whose first descriptors are the given files, which it takes over. */
    static Descriptors of(OpenFile... initial) {
        Descriptors table = new Descriptors();
        for (int i = 0; i < initial.length; i++) {
            table.files.put(i, initial[i]);
        }
        return table;
    }

    /** A table that shares all open files with this one. */
    synchronized Descriptors copy() {
        Descriptors table = new Descriptors();
        for (Map.Entry<Integer, OpenFile> entry : files.entrySet()) {
            table.files.put(entry.getKey(), entry.getValue().retain());
        }
        return table;
    }

    synchronized OpenFile get(int fd) throws Errno {
        OpenFile file = files.get(fd);
        if (file == null) {
            throw new Errno(Errno.Code.EBADF);
        }
        return file;
    }

    synchronized @Nullable OpenFile find(int fd) {
        return files.get(fd);
    }

    /** Puts a file, which the table takes over, in the place of what was there. */
    void set(int fd, @Nullable OpenFile file) {
        OpenFile old;
        synchronized (this) {
            if (closed) {
                old = file;
            } else {
                old = file == null ? files.remove(fd) : files.put(fd, file);
            }
        }
        if (old != null) {
            old.release();
        }
    }

    void closeAll() {
        OpenFile[] all;
        synchronized (this) {
            closed = true;
            all = files.values().toArray(OpenFile[]::new);
            files.clear();
        }
        Arrays.stream(all).forEach(OpenFile::release);
    }

    /** Writes to a descriptor; a broken pipe ends the process, as SIGPIPE does unless it is ignored. */
    void write(Task task, int fd, byte[] bytes, int offset, int length) throws IOException {
        task.checkpoint();
        try {
            get(fd).write(task, bytes, offset, length);
        } catch (Errno e) {
            if (e.code() == Errno.Code.EPIPE) {
                task.raise(Signal.PIPE);
            }
            throw e;
        }
    }

    int read(Task task, int fd, byte[] bytes, int offset, int length) throws IOException {
        task.checkpoint();
        return get(fd).read(task, bytes, offset, length);
    }
}
