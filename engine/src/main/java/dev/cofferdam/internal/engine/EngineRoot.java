package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.nio.Covers;
import dev.cofferdam.internal.nio.NioFiles;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.spi.FileGuard;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** An open root, and what depends on the way in which it is reached. */
interface EngineRoot extends Closeable {
    /** Return the open directory. */
    Dir dir();

    /** Return the absolute paths under which the root is known: as given, as it really is, as commands see it. */
    List<String> spellings();

    /** Return the real absolute path, as names. */
    List<String> names();

    /** Return what identifies the root among all roots of this process. */
    Object key() throws IOException;

    /** Tell whether operations would go on in a root that was removed. */
    boolean outlivesItself();

    /** Tell whether the root is where it was. */
    boolean exists() throws IOException;

    /** Return what must stay in place while commands run. */
    default Covers covers() {
        return Covers.none();
    }

    /** Return what keeps operations from single files; empty when all are free. */
    default Optional<FileGuard> guard() {
        return Optional.empty();
    }

    /** Return the absolute path in the sandbox at which a command is to start that runs in an open directory. */
    String pathFor(NioFiles.OpenDirectory open) throws IOException;

    /**
     * Return the absolute path in the sandbox of a directory, if it is there and no link is on the way to it; empty where
     * to look costs next to nothing.
     */
    Optional<String> guess(WorkspacePath path);
}
