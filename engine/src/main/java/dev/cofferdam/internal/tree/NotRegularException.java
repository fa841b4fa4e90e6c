package dev.cofferdam.internal.tree;

import java.nio.file.FileSystemException;

/** Something that was a regular file a moment ago is a FIFO, a socket or a device now. */
public final class NotRegularException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    /** Report a name. */
    public NotRegularException(String name) {
        super(name, null, "is no longer a regular file");
    }

    NotRegularException(String name, Throwable cause) {
        super(name, null, "is no longer a regular file");
        initCause(cause);
    }
}
