package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the tree beside a snapshot, finds what is there and what was made since, and removes the latter unless it only
 * looks. A directory that became a link is a link to it, never entered.
 */
final class Reconciliation {
    private static final int OWNER_ALL = 0700;

    private final LeftAlone leftAlone;
    private final boolean dryRun;
    private final List<String> deleted = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    Reconciliation(LeftAlone leftAlone, boolean dryRun) {
        this.leftAlone = leftAlone;
        this.dryRun = dryRun;
    }

    List<String> deleted() {
        return deleted;
    }

    List<String> kept() {
        return kept;
    }

    void run(Dir root, IndexNode index) throws IOException {
        contents(root, index, "", true);
    }

    private void contents(Dir dir, IndexNode index, String prefix, boolean atRoot) throws IOException {
        for (Node node : dir.nodes()) {
            Interrupts.check();
            if (!Reserved.isHidden(node.name(), atRoot)) {
                entry(dir, node, index.child(node.name()), prefix + node.name());
            }
        }
    }

    private void entry(Dir dir, Node node, @Nullable IndexNode index, String path) throws IOException {
        if (leftAlone.isSkipped(path) || leftAlone.isExcluded(path, node.name())) {
            kept.add(path);
        } else if (index == null) {
            if (!removeMadeSince(dir, node, path)) {
                kept.add(path);
            }
        } else if (index.type() != node.type()) {
            // Its place is needed, so a file of any size goes; only what lies in a directory may have to stay.
            if (node.isDirectory() ? removeContents(dir, node, path) : unlink(dir, node)) {
                return;
            }
            index.block();
            kept.add(path);
        } else {
            index.present(node);
            if (node.isDirectory()) {
                try (Dir child = enter(dir, node)) {
                    if (child != null) {
                        contents(child, index, path + "/", false);
                    }
                }
            }
        }
    }

    /** Remove what the snapshot does not know, and tell whether it is gone. */
    private boolean removeMadeSince(Dir dir, Node node, String path) throws IOException {
        if (node.type() == EntryType.FILE && leftAlone.isTooLarge(node.size())) {
            return false;
        }
        if (node.isDirectory() ? removeContents(dir, node, path) : unlink(dir, node)) {
            deleted.add(path);
            return true;
        }
        return false;
    }

    private boolean unlink(Dir dir, Node node) throws IOException {
        if (!dryRun) {
            try {
                dir.unlink(node.name());
            } catch (NoSuchFileException e) {
                // It is gone, which is what was wanted.
            }
        }
        return true;
    }

    /** Remove a directory, unless something in it stays; tell whether it is gone. */
    private boolean removeContents(Dir dir, Node node, String path) throws IOException {
        boolean empty = true;
        try (Dir child = enter(dir, node)) {
            if (child != null) {
                for (Node below : child.nodes()) {
                    Interrupts.check();
                    empty &= removeBelow(child, below, path + "/" + below.name());
                }
            }
        }
        if (empty && !dryRun) {
            dir.rmdir(node.name());
        } else if (!dryRun && (node.mode() & OWNER_ALL) != OWNER_ALL) {
            dir.setMode(node.name(), node.mode());
        }
        return empty;
    }

    private boolean removeBelow(Dir dir, Node node, String path) throws IOException {
        if (Reserved.isTemporary(node.name())) {
            return unlink(dir, node); // what an interrupted operation left
        }
        boolean stays = leftAlone.isSkipped(path) || leftAlone.isExcluded(path, node.name());
        if (!stays && removeMadeSince(dir, node, path)) {
            return true;
        }
        kept.add(path);
        return false;
    }

    /** Open a directory, opening it up before when its mode forbids that; {@code null} where looking is all we may do. */
    private @Nullable Dir enter(Dir dir, Node node) throws IOException {
        if (!dryRun && (node.mode() & OWNER_ALL) != OWNER_ALL) {
            dir.setMode(node.name(), node.mode() | OWNER_ALL);
        }
        try {
            return dir.open(node.name());
        } catch (AccessDeniedException e) {
            if (dryRun) {
                return null;
            }
            throw e;
        }
    }
}
