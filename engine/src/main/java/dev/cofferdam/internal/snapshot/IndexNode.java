package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.archive.ArchiveEntry;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.workspace.EntryType;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry of a snapshot, and what is known of the same path in the tree. */
final class IndexNode {
    private final EntryType type;
    private final int mode;
    private final FileTime modified;
    private final long size;
    private final String target;
    private final Map<String, IndexNode> children;

    private @Nullable Node present;
    private boolean blocked;

    private IndexNode(EntryType type, int mode, FileTime modified, long size, String target) {
        this.type = type;
        this.mode = mode;
        this.modified = modified;
        this.size = size;
        this.target = target;
        this.children = type == EntryType.DIRECTORY ? new HashMap<>() : Map.of();
    }

    static IndexNode root() {
        return new IndexNode(EntryType.DIRECTORY, 0, FileTime.fromMillis(0), 0, "");
    }

    static IndexNode of(ArchiveEntry entry) {
        return new IndexNode(entry.type(), entry.mode(), entry.modified(), entry.size(), entry.target());
    }

    EntryType type() {
        return type;
    }

    int mode() {
        return mode;
    }

    FileTime modified() {
        return modified;
    }

    long size() {
        return size;
    }

    String target() {
        return target;
    }

    boolean isDirectory() {
        return type == EntryType.DIRECTORY;
    }

    Map<String, IndexNode> children() {
        return children;
    }

    @Nullable
    IndexNode child(String name) {
        return children.get(name);
    }

    /** Return the entry at a path below this one, {@code null} when there is none. */
    @Nullable
    IndexNode find(String path) {
        IndexNode node = this;
        int begin = 0;
        while (node != null && begin <= path.length()) {
            int slash = path.indexOf('/', begin);
            int end = slash < 0 ? path.length() : slash;
            node = node.child(path.substring(begin, end));
            begin = end + 1;
        }
        return node;
    }

    /** The entry of the same type that the tree has at this path, if any. */
    @Nullable
    Node present() {
        return present;
    }

    void present(Node node) {
        present = node;
    }

    /** Tell whether something that is left alone stands in the place of a path below this entry, or above that. */
    boolean isBlocked(String path) {
        IndexNode node = this;
        int begin = 0;
        while (begin <= path.length()) {
            int slash = path.indexOf('/', begin);
            int end = slash < 0 ? path.length() : slash;
            node = node.child(path.substring(begin, end));
            if (node == null || node.blocked) {
                return node != null;
            }
            begin = end + 1;
        }
        return false;
    }

    void block() {
        blocked = true;
    }
}
