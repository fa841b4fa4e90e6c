package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a path leads: an open directory and a name in it. Holds the directories on the way open until it is closed. */
final class Place implements Closeable {
    private final String asked;
    private final WorkspacePath real;
    private final Dir deepest;
    private final List<String> missing;
    private final @Nullable Node node;
    private final List<Dir> held;

    /**
     * Create a place.
     *
     * @param asked the path as the user wrote it, for messages
     * @param real where it really is, all links followed
     * @param deepest the deepest directory on the way that exists
     * @param missing the names of missing parents below it, in order
     * @param node what is there; null when it is missing
     * @param held the directories to close
     */
    Place(String asked, WorkspacePath real, Dir deepest, List<String> missing, @Nullable Node node, List<Dir> held) {
        this.asked = asked;
        this.real = real;
        this.deepest = deepest;
        this.missing = missing;
        this.node = node;
        this.held = held;
    }

    String asked() {
        return asked;
    }

    WorkspacePath real() {
        return real;
    }

    String name() {
        return real.name();
    }

    boolean isRoot() {
        return real.isRoot();
    }

    boolean exists() {
        return node != null;
    }

    boolean hasMissingParents() {
        return !missing.isEmpty();
    }

    /** Return the directory that holds the name; for the root the root itself. */
    Dir parent() {
        return deepest;
    }

    /** Return what is there, or fail with {@code NOT_FOUND}. */
    Node node() {
        if (node == null) {
            throw WorkspaceException.at(ErrorCode.NOT_FOUND, asked, "does not exist");
        }
        return node;
    }

    @Nullable
    Node nodeOrNull() {
        return node;
    }

    /** Open the directory that is there, to be closed by the caller; the caller has looked at its type. */
    Dir openDirectory() throws IOException {
        if (!node().isDirectory()) {
            throw WorkspaceException.at(ErrorCode.NOT_A_DIRECTORY, asked, "is not a directory");
        }
        return isRoot() ? deepest.reopen() : deepest.open(node());
    }

    /** Return a place whose parents exist, making the missing ones (0755). */
    Place withParents() throws IOException {
        if (missing.isEmpty()) {
            return this;
        }
        List<Dir> longer = new ArrayList<>(held);
        Dir current = deepest;
        for (String name : missing) {
            try {
                current.mkdir(name, 0755);
            } catch (FileAlreadyExistsException e) {
                // made by somebody else meanwhile; opening it tells whether it is a directory
            }
            current = current.open(name);
            longer.add(current);
            held.add(current);
        }
        return new Place(asked, real, current, List.of(), null, longer);
    }

    @Override
    public void close() throws IOException {
        for (int i = held.size() - 1; i >= 0; i--) {
            held.get(i).close();
        }
        held.clear();
    }
}
