package dev.cofferdam.provider.os;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a plan of mounts needs to know of the host's files. */
interface FileFacts {
    /** What is at a path. */
    enum Kind {
        /** Nothing, or a placeholder of ours. */
        ABSENT,
        /** A regular file. */
        FILE,
        /** A directory. */
        DIRECTORY,
        /** A symbolic link. */
        SYMLINK,
        /** A FIFO, a socket or a device. */
        OTHER,
        /** Something where this user cannot look, so that a command cannot either. */
        UNREACHABLE
    }

    /** Tell what is at a path, links not followed. */
    Kind kind(Path path);

    /** Return where a link points, as it says. */
    Path target(Path link) throws IOException;

    /** Return how many names a file has. */
    int names(Path file) throws IOException;

    /** List the names in a directory; fails when it cannot be read. */
    List<Path> list(Path directory) throws IOException;

    /** Read a short text; empty when there is none that can be read. */
    Optional<String> text(Path file);

    /** Tell whether this user could make an entry in a directory. */
    boolean creatable(Path directory);

    /** Tell whether something belongs to this user. */
    boolean owned(Path path);
}
