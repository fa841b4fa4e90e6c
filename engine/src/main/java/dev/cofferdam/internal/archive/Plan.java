package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Checks all entries of a source, and then what is in their way, before anything is written. */
final class Plan {
    private static final int MAX_ENTRIES = 1_000_000;

    /** What there will be, directories that no entry names included. */
    private static final class Planned {
        private EntryType type;
        private final Map<String, Planned> children = new HashMap<>();

        Planned(EntryType type) {
            this.type = type;
        }
    }

    private final Planned top = new Planned(EntryType.DIRECTORY);
    private final Set<String> present = new HashSet<>();
    private final boolean foreign;
    private final boolean intoRoot;
    private final int depth;
    private final long maxBytes;
    private final byte[] buffer = new byte[64 << 10];
    private long entries;
    private long bytes;

    /**
     * Read and check a source.
     *
     * @param depth how many directories there are between the root and where it goes
     */
    Plan(EntrySource source, int depth, boolean intoRoot, long maxBytes) throws IOException {
        this.foreign = source.isForeign();
        this.intoRoot = intoRoot;
        this.depth = depth;
        this.maxBytes = maxBytes;
        source.forEach(this::check);
    }

    long entries() {
        return entries;
    }

    /** Return the paths of files and links that are there already; what is written is added. */
    Set<String> present() {
        return present;
    }

    private void check(SourceEntry entry, InputStream content) throws IOException {
        Interrupts.check();
        if (++entries > MAX_ENTRIES) {
            throw WorkspaceException.of(
                    ErrorCode.TOO_LARGE, "There are more than " + MAX_ENTRIES + " entries; nothing was written.");
        }
        String path = entry.path();
        if (foreign) {
            Refusals.requireFree(path, intoRoot);
        }
        Planned parent = parent(path);
        if (entry.hardLink()) {
            requireFile(entry);
        } else if (entry.type() == EntryType.SYMLINK && foreign) {
            Refusals.requireInside(path, entry.target(), depth);
        } else if (entry.type() == EntryType.FILE) {
            count(entry, content);
        }
        Planned before = parent.children.putIfAbsent(entry.name(), new Planned(entry.type()));
        if (before != null && before.type != entry.type()) {
            throw Refusals.hostile(path, "another type than an entry of the same path");
        }
    }

    private Planned parent(String path) {
        Planned node = top;
        int begin = 0;
        int slash = path.indexOf('/');
        while (slash >= 0) {
            node = node.children.computeIfAbsent(path.substring(begin, slash), n -> new Planned(EntryType.DIRECTORY));
            if (node.type != EntryType.DIRECTORY) {
                throw Refusals.hostile(path, "a path through an entry that is no directory");
            }
            begin = slash + 1;
            slash = path.indexOf('/', begin);
        }
        return node;
    }

    private void requireFile(SourceEntry entry) {
        Planned node = top;
        for (String name : entry.target().split("/", -1)) {
            Planned next = node.children.get(name);
            if (next == null) {
                throw Refusals.hostile(entry.path(), "a hard link to no file that came before it");
            }
            node = next;
        }
        if (node.type != EntryType.FILE) {
            throw Refusals.hostile(entry.path(), "a hard link to what is no file");
        }
    }

    /** Count the bytes that there really are, whatever a foreign archive says of their number. */
    private void count(SourceEntry entry, InputStream content) throws IOException {
        long size = foreign ? 0 : entry.size();
        bytes += size;
        requireRoom();
        int read = foreign ? content.read(buffer) : -1;
        while (read >= 0) {
            Interrupts.check();
            size += read;
            bytes += read;
            requireRoom();
            read = content.read(buffer);
        }
        if (size != entry.size()) {
            throw Refusals.damaged(new IOException("a file is not of the size that it should have"));
        }
    }

    private void requireRoom() {
        if (bytes > maxBytes) {
            throw WorkspaceException.of(
                    ErrorCode.TOO_LARGE,
                    "The files have more than maxSnapshotBytes " + maxBytes + "; nothing was written.");
        }
    }

    /**
     * Look whether the entries can be written into a directory.
     *
     * @throws WorkspaceException saying what is in the way
     */
    void requireWay(Dir target) throws IOException {
        requireWay(target, top, "");
    }

    private void requireWay(Dir dir, Planned planned, String prefix) throws IOException {
        for (Map.Entry<String, Planned> child : planned.children.entrySet()) {
            Interrupts.check();
            String path = prefix + child.getKey();
            Node node;
            try {
                node = dir.stat(child.getKey());
            } catch (NoSuchFileException e) {
                continue;
            }
            boolean wantsDirectory = child.getValue().type == EntryType.DIRECTORY;
            if (wantsDirectory != node.isDirectory() || node.type() == EntryType.OTHER) {
                throw inTheWay(path, node, wantsDirectory);
            }
            if (wantsDirectory) {
                try (Dir below = dir.open(child.getKey())) {
                    requireWay(below, child.getValue(), path + "/");
                }
            } else {
                present.add(path);
            }
        }
    }

    private static WorkspaceException inTheWay(String path, Node node, boolean wantsDirectory) {
        ErrorCode code = wantsDirectory ? ErrorCode.NOT_A_DIRECTORY : ErrorCode.IS_DIRECTORY;
        return WorkspaceException.at(
                node.type() == EntryType.OTHER ? ErrorCode.NOT_A_FILE : code,
                Names.display(path),
                "a " + what(node) + " is in the way of a " + (wantsDirectory ? "directory" : "file")
                        + "; nothing was written. Move it away.");
    }

    private static String what(Node node) {
        return switch (node.type()) {
            case FILE -> "file";
            case DIRECTORY -> "directory";
            case SYMLINK -> "symbolic link";
            case OTHER -> "special file";
        };
    }
}
