package dev.cofferdam.internal.tree;

import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.file.AccessDeniedException;

/** Finds out how many bytes a tree has. */
public final class TreeSize {
    /** As deep as a listing goes; what is deeper is not counted. */
    private static final int MAX_LEVELS = 500;

    private TreeSize() {}

    /** Return the bytes of a file, or of all files of a directory, as far as they can be read. */
    public static long bytes(Dir parent, String name) throws IOException {
        return bytes(parent, parent.stat(name), 0);
    }

    private static long bytes(Dir parent, Node node, int level) throws IOException {
        if (!node.isDirectory()) {
            return node.type() == EntryType.FILE ? node.size() : 0;
        }
        if (level >= MAX_LEVELS) {
            return 0;
        }
        long sum = 0;
        try (Dir dir = parent.open(node)) {
            for (Node inner : dir.nodes()) {
                Interrupts.check();
                sum += bytes(dir, inner, level + 1);
            }
        } catch (AccessDeniedException e) {
            return sum; // what cannot be read has no known size
        }
        return sum;
    }
}
