package dev.cofferdam.internal.activity;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.OwnDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lock that the processes of a root share: a file in the workspace's own directory. The system frees it when a
 * process dies. Guarded by the lock of its root.
 *
 * <p>Commands share one byte; an operation that is alone takes that byte and, first, a second one, by which others tell
 * it from a command.
 */
final class ProcessLock {
    static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final String FILE = "lock";
    private static final long COMMANDS = 0;
    private static final long ALONE = 1;

    private @Nullable FileChannel channel;

    /** What an attempt to have the root to oneself came to. */
    enum Outcome {
        /** It is ours, or there can be no lock. */
        TAKEN,
        /** Commands of other processes run. */
        SHARED_BY_OTHERS,
        /** Another process has it to itself. */
        TAKEN_BY_OTHER
    }

    /** Take the lock for commands; also true where there can be none. */
    boolean tryShared(OwnDirectory own) throws IOException {
        FileChannel file = open(own);
        if (file == null) {
            return true;
        }
        return keepOrClose(file, file.tryLock(COMMANDS, 1, true) != null);
    }

    /** Take the lock for an operation that is alone. */
    Outcome tryExclusive(OwnDirectory own) throws IOException {
        FileChannel file = open(own);
        if (file == null) {
            return Outcome.TAKEN;
        }
        FileLock first = file.tryLock(ALONE, 1, false);
        if (first == null) {
            keepOrClose(file, false);
            return Outcome.TAKEN_BY_OTHER;
        }
        boolean taken = file.tryLock(COMMANDS, 1, false) != null;
        keepOrClose(file, taken);
        return taken ? Outcome.TAKEN : Outcome.SHARED_BY_OTHERS;
    }

    /** Free the lock. */
    void release() {
        FileChannel file = channel;
        channel = null;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // The descriptor is gone all the same, and the lock with it.
                return;
            }
        }
    }

    private boolean keepOrClose(FileChannel file, boolean keep) throws IOException {
        if (keep) {
            channel = file;
        } else {
            file.close();
        }
        return keep;
    }

    /** Open the file; null where the root cannot be written, which then needs no lock. */
    private static @Nullable FileChannel open(OwnDirectory own) throws IOException {
        try (Dir directory = own.open(true)) {
            return directory.openLock(FILE);
        } catch (AccessDeniedException e) {
            return null;
        } catch (FileSystemException e) {
            if (isReadOnly(e)) {
                return null;
            }
            throw e;
        }
    }

    private static boolean isReadOnly(FileSystemException failure) {
        String reason = failure.getReason();
        return reason != null && reason.contains("Read-only file system");
    }
}
