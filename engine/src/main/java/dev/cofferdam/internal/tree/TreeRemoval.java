package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes a directory with all that is in it, name by name and never through a link. Directories that may not be read
 * or written are made so first; trees of any depth go, as what is deep is moved up before it is entered (WS-MOVE-001,
 * WS-LIST-006).
 */
public final class TreeRemoval {
    /** How many directories are held open at once; what is deeper is moved up. */
    private static final int MAX_DEPTH = 50;

    private final List<String> left = new ArrayList<>();
    private final Dir base;
    private long serial;

    private TreeRemoval(Dir base) {
        this.base = base;
    }

    /**
     * Remove a directory or file.
     *
     * @param parent the directory that holds it
     * @param name its name
     * @return the relative paths of what could not be removed, empty when all is gone
     * @throws InterruptedIOException when the thread is interrupted; its flag stays set
     */
    public static List<String> remove(Dir parent, String name) throws IOException {
        Node node = parent.stat(name);
        if (!node.isDirectory()) {
            parent.unlink(name);
            return List.of();
        }
        if (parent.purge(name)) {
            return List.of();
        }
        try (Dir top = openWritable(parent, name, node)) {
            TreeRemoval removal = new TreeRemoval(top);
            removal.empty(top, "", 0);
            removal.emptyMoved();
            if (!removal.left.isEmpty()) {
                return removal.left;
            }
        }
        try {
            parent.rmdir(name);
        } catch (DirectoryNotEmptyException e) {
            return List.of(name); // something was added meanwhile
        }
        return List.of();
    }

    /**
     * Remove a directory or file, or fail.
     *
     * @throws AccessDeniedException naming what could not be removed
     */
    public static void delete(Dir parent, String name) throws IOException {
        List<String> left = remove(parent, name);
        if (!left.isEmpty()) {
            throw new AccessDeniedException(left.get(0), null, "could not be removed");
        }
    }

    /** Remove a directory or file, unless there is none, or fail. */
    public static void deleteIfThere(Dir parent, String name) throws IOException {
        try {
            delete(parent, name);
        } catch (NoSuchFileException e) {
            // It is gone, which is what was asked for.
        }
    }

    /** Remove what a failed operation made, also when it was an interrupt that ended it. */
    public static void discard(Dir parent, String name, Exception failure) {
        boolean interrupted = Thread.interrupted();
        try {
            deleteIfThere(parent, name);
        } catch (IOException e) {
            failure.addSuppressed(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void empty(Dir dir, String path, int depth) throws IOException {
        for (Node node : dir.nodes()) {
            Interrupts.check();
            String below = path.isEmpty() ? node.name() : path + "/" + node.name();
            try {
                removeOne(dir, node, below, depth);
            } catch (NoSuchFileException e) {
                // gone already
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                left.add(Names.display(below));
            }
        }
    }

    private void removeOne(Dir dir, Node node, String path, int depth) throws IOException {
        String name = node.name();
        if (!node.isDirectory()) {
            unlink(dir, name);
            return;
        }
        if (depth >= MAX_DEPTH && moveUp(dir, node)) {
            return;
        }
        int before = left.size();
        try (Dir inner = openWritable(dir, name, node)) {
            empty(inner, path, depth + 1);
        }
        if (left.size() == before) {
            dir.rmdir(name);
        }
    }

    /** A directory moves only when its own entry for the parent can be written. */
    private boolean moveUp(Dir dir, Node node) throws IOException {
        makeAccessible(dir, node);
        serial++;
        try {
            dir.renameNew(node.name(), base, "moved-" + serial);
            return true;
        } catch (IOException e) {
            return false; // another file system: enter it where it is
        }
    }

    private void emptyMoved() throws IOException {
        for (int round = 0; left.isEmpty() && round < Integer.MAX_VALUE; round++) {
            List<Node> moved = base.nodes();
            if (moved.isEmpty()) {
                return;
            }
            empty(base, "", 0);
        }
    }

    private static void unlink(Dir dir, String name) throws IOException {
        try {
            dir.unlink(name);
        } catch (AccessDeniedException e) {
            dir.setOwnMode((dir.self().mode() & 0777) | 0700);
            dir.unlink(name);
        }
    }

    private static Dir openWritable(Dir dir, String name, Node node) throws IOException {
        makeAccessible(dir, node);
        return dir.open(name);
    }

    private static void makeAccessible(Dir dir, Node node) throws IOException {
        if ((node.mode() & 0700) != 0700) {
            dir.setMode(node.name(), node.mode() | 0700);
        }
    }
}
