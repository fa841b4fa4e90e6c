package dev.cofferdam.workspace;

/** What an {@link Entry} is. */
public enum EntryType {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY,
    /** A symbolic link, whatever it points to. */
    SYMLINK,
    /** A FIFO, a socket or a device. */
    OTHER
}
