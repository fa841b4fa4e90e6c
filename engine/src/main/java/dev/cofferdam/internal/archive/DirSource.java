package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.List;

/** The contents of a directory, or one entry of it, links as links. */
final class DirSource implements EntrySource {
    /** What happens to FIFOs, sockets and devices. */
    enum SpecialFiles {
        REFUSED,
        LEFT_OUT
    }

    private static final Comparator<Node> BY_NAME = (a, b) -> Names.compare(a.name(), b.name());

    private final Dir dir;
    private final String name;
    private final String newName;
    private final boolean isRoot;
    private final SpecialFiles special;

    private DirSource(Dir dir, String name, String newName, boolean isRoot, SpecialFiles special) {
        this.dir = dir;
        this.name = name;
        this.newName = newName;
        this.isRoot = isRoot;
        this.special = special;
    }

    /** Take the contents of a directory; closes it in the end. */
    static DirSource contents(Dir dir, SpecialFiles special) {
        return new DirSource(dir, "", "", true, special);
    }

    /** Take one entry of a directory under another name, {@code ""} for the directory itself; closes it in the end. */
    static DirSource entry(Dir dir, String name, String newName, SpecialFiles special) {
        return new DirSource(dir, name, newName, name.isEmpty(), special);
    }

    @Override
    public boolean isForeign() {
        return false;
    }

    @Override
    public void forEach(Visitor visitor) throws IOException {
        if (newName.isEmpty()) {
            contents(dir, "", isRoot, visitor);
        } else if (name.isEmpty()) {
            Node self = dir.self();
            visitor.take(describe(self, newName, ""), InputStream.nullInputStream());
            contents(dir, newName + "/", isRoot, visitor);
        } else {
            entry(dir, dir.stat(name), newName, visitor);
        }
    }

    private void contents(Dir from, String prefix, boolean atRoot, Visitor visitor) throws IOException {
        List<Node> nodes = from.nodes();
        nodes.sort(BY_NAME);
        for (Node node : nodes) {
            Interrupts.check();
            if (!Reserved.isHidden(node.name(), atRoot)) {
                entry(from, node, prefix + node.name(), visitor);
            }
        }
    }

    private void entry(Dir from, Node node, String path, Visitor visitor) throws IOException {
        try {
            switch (node.type()) {
                case FILE -> {
                    try (SeekableByteChannel channel = from.openFile(node)) {
                        visitor.take(describe(node, path, ""), Channels.newInputStream(channel));
                    }
                }
                case DIRECTORY -> {
                    try (Dir child = from.open(node.name())) {
                        visitor.take(describe(node, path, ""), InputStream.nullInputStream());
                        contents(child, path + "/", false, visitor);
                    }
                }
                case SYMLINK -> visitor.take(describe(node, path, from.readLink(node)), InputStream.nullInputStream());
                case OTHER -> special(path);
            }
        } catch (AccessDeniedException e) {
            throw WorkspaceException.at(
                            ErrorCode.ACCESS_DENIED,
                            Names.display(path),
                            "cannot be read, or cannot be written; check the permissions.")
                    .causedBy(e);
        } catch (NoSuchFileException e) {
            throw WorkspaceException.at(ErrorCode.IO, Names.display(path), "vanished while it was being copied.")
                    .causedBy(e);
        }
    }

    private void special(String path) {
        if (special == SpecialFiles.REFUSED) {
            throw WorkspaceException.at(
                    ErrorCode.NOT_A_FILE,
                    Names.display(path),
                    "is a FIFO, a socket or a device, which cannot be copied; remove it first.");
        }
    }

    private static SourceEntry describe(Node node, String path, String target) {
        long size = node.type() == EntryType.FILE ? node.size() : 0;
        return new SourceEntry(path, node.type(), node.mode(), node.modified(), size, target, false);
    }

    @Override
    public void close() throws IOException {
        dir.close();
    }
}
