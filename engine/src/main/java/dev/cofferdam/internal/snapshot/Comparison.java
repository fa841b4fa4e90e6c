package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.archive.ArchiveEntry;
import dev.cofferdam.internal.archive.OpenPath;
import dev.cofferdam.internal.archive.TarReader;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.SnapshotDiff;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the tree with a snapshot (WS-SNAP-006), by content and never by time. */
final class Comparison {
    private static final int CHUNK = 64 << 10;

    private final LeftAlone leftAlone;
    private final byte[] left = new byte[CHUNK];
    private final byte[] right = new byte[CHUNK];
    private final List<String> added = new ArrayList<>();
    private final List<String> modified = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();

    /** Files whose contents alone can tell. */
    private final Set<String> undecided = new HashSet<>();

    Comparison(LeftAlone leftAlone) {
        this.leftAlone = leftAlone;
    }

    SnapshotDiff run(Dir root, SnapshotArchive archive) throws IOException {
        contents(root, archive.root(), "", true);
        try (TarReader reader = archive.read();
                OpenPath open = new OpenPath(root, (parent, path, name) -> {})) {
            ArchiveEntry entry = reader.next();
            while (entry != null) {
                Interrupts.check();
                String path = entry.path();
                if (undecided.contains(path)
                        && !isSame(open.parentOf(path), path.substring(path.lastIndexOf('/') + 1), reader.content())) {
                    modified.add(path);
                }
                entry = reader.next();
            }
        }
        return new SnapshotDiff(PathOrder.shown(added), PathOrder.shown(modified), PathOrder.shown(deleted));
    }

    private void contents(Dir dir, IndexNode index, String prefix, boolean atRoot) throws IOException {
        Set<String> seen = new HashSet<>();
        for (Node node : dir.nodes()) {
            Interrupts.check();
            String path = prefix + node.name();
            seen.add(node.name());
            if (!Reserved.isHidden(node.name(), atRoot)
                    && !leftAlone.isSkipped(path)
                    && !leftAlone.isExcluded(path, node.name())) {
                entry(dir, node, index.child(node.name()), path);
            }
        }
        for (Map.Entry<String, IndexNode> child : index.children().entrySet()) {
            if (!seen.contains(child.getKey())) {
                delete(child.getValue(), prefix + child.getKey());
            }
        }
    }

    private void entry(Dir dir, Node node, @Nullable IndexNode index, String path) throws IOException {
        if (index == null) {
            added.add(path);
            below(dir, node, IndexNode.root(), path);
        } else if (index.type() != node.type()) {
            modified.add(path);
            index.children().forEach((name, child) -> delete(child, path + "/" + name));
            below(dir, node, IndexNode.root(), path);
        } else if (differs(dir, node, index)) {
            modified.add(path);
            below(dir, node, index, path);
        } else {
            if (node.type() == EntryType.FILE && node.size() > 0) {
                undecided.add(path);
            }
            below(dir, node, index, path);
        }
    }

    private void below(Dir dir, Node node, IndexNode index, String path) throws IOException {
        if (!node.isDirectory()) {
            return;
        }
        try (Dir child = dir.open(node.name())) {
            contents(child, index, path + "/", false);
        } catch (AccessDeniedException e) {
            // What cannot be looked into does not differ as far as anybody can tell.
        }
    }

    private static boolean differs(Dir dir, Node node, IndexNode index) throws IOException {
        return switch (node.type()) {
            case FILE -> node.size() != index.size() || node.mode() != index.mode();
            case SYMLINK -> !dir.readLink(node).equals(index.target());
            default -> node.mode() != index.mode();
        };
    }

    private void delete(IndexNode index, String path) {
        deleted.add(path);
        index.children().forEach((name, child) -> delete(child, path + "/" + name));
    }

    private boolean isSame(Dir dir, String name, InputStream content) throws IOException {
        try (SeekableByteChannel channel = dir.openFile(name)) {
            while (true) {
                int length = content.readNBytes(left, 0, CHUNK);
                ByteBuffer buffer = ByteBuffer.wrap(right);
                while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                    // read on
                }
                if (!Arrays.equals(left, 0, length, right, 0, buffer.position())) {
                    return false;
                }
                if (length < CHUNK) {
                    return true;
                }
                Interrupts.check();
            }
        } catch (NoSuchFileException | AccessDeniedException e) {
            return false;
        }
    }
}
