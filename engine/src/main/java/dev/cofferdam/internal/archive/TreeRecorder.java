package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes a tree to a tape, directories before their contents, in the order of listings. */
public final class TreeRecorder {
    /** What is in the way of recording a path. */
    public record Omission(String path, String reason) {}

    private static final String DENIED = "cannot be read: permission denied";
    private static final Comparator<Node> BY_NAME = (a, b) -> Names.compare(a.name(), b.name());

    private final TapeQueue queue;
    private final PathFilter filter;
    private final long maxFileBytes;
    private final long maxBytes;
    private final FileRecorder files;
    private final List<Omission> skipped = new ArrayList<>();
    private long fileCount;
    private long bytes;

    /**
     * Create a recorder.
     *
     * @param tape takes the entries
     * @param filter what is left out
     * @param maxFileBytes the largest file that is recorded
     * @param maxBytes how many bytes of files there may be in all
     */
    public TreeRecorder(TarTape tape, PathFilter filter, long maxFileBytes, long maxBytes) {
        this.queue = new TapeQueue(tape);
        this.filter = filter;
        this.maxFileBytes = maxFileBytes;
        this.maxBytes = maxBytes;
        this.files = new FileRecorder(queue);
    }

    /**
     * Record what is in a directory.
     *
     * @param root the directory
     * @param isRoot whether it is the root of the workspace, which holds the workspace's own directory
     */
    public void record(Dir root, boolean isRoot) throws IOException {
        try (queue) {
            contents(root, root.nodes(), "", isRoot);
            queue.drained();
        }
    }

    /** Return what could not be recorded. */
    public List<Omission> skipped() {
        return skipped;
    }

    /** Return how many files were recorded. */
    public long files() {
        return fileCount;
    }

    /** Return how many bytes the recorded files have. */
    public long bytes() {
        return bytes;
    }

    private void contents(Dir dir, List<Node> nodes, String prefix, boolean atRoot) throws IOException {
        nodes.sort(BY_NAME);
        for (Node node : nodes) {
            Interrupts.check();
            String path = prefix + node.name();
            if (!Reserved.isHidden(node.name(), atRoot) && !filter.leavesOut(path, node.name())) {
                entry(dir, node, path);
            }
        }
    }

    private void entry(Dir dir, Node node, String path) throws IOException {
        try {
            switch (node.type()) {
                case FILE -> file(dir, node, path);
                case DIRECTORY -> directory(dir, node, path);
                case SYMLINK -> {
                    String target = dir.readLink(node);
                    queue.add(target.length(), tape -> tape.symlink(path, target, node.modified()));
                }
                case OTHER -> skip(path, "a FIFO, a socket or a device");
            }
        } catch (NoSuchFileException e) {
            // It vanished since the directory was read: there is nothing to record.
        } catch (AccessDeniedException e) {
            skip(path, DENIED);
        }
    }

    private void directory(Dir parent, Node node, String path) throws IOException {
        if (filter.leavesOutContents(path)) {
            queue.add(0, tape -> tape.directory(path, node.mode(), node.modified()));
            return;
        }
        try (Dir dir = parent.open(node.name())) {
            List<Node> nodes = dir.nodes();
            queue.add(0, tape -> tape.directory(path, node.mode(), node.modified()));
            contents(dir, nodes, path + "/", false);
        } catch (NotDirectoryException e) {
            skip(path, FileRecorder.CHANGED);
        }
    }

    private void file(Dir dir, Node node, String path) throws IOException {
        if (node.size() > maxFileBytes) {
            skip(path, node.size() + " bytes, over maxFileBytes " + maxFileBytes);
            return;
        }
        requireRoom(node.size());
        FileRecorder.Outcome outcome;
        try {
            outcome = files.record(dir, node, path, maxFileBytes);
        } catch (FileRecorder.UnreadableException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return;
            }
            if (e.getCause() instanceof ClosedByInterruptException interrupt) {
                throw interrupt;
            }
            boolean denied = e.getCause() instanceof AccessDeniedException;
            skip(path, denied ? DENIED : FileRecorder.UNREADABLE);
            return;
        }
        if (!outcome.problem().isEmpty()) {
            skip(path, outcome.problem());
            return;
        }
        fileCount++;
        bytes += outcome.size();
        requireRoom(0);
    }

    private void requireRoom(long more) {
        if (bytes + more > maxBytes) {
            throw WorkspaceException.of(
                    ErrorCode.TOO_LARGE,
                    "The files have more than maxSnapshotBytes " + maxBytes + " (" + (bytes + more)
                            + " bytes were counted before the end); nothing was kept. Exclude what can be made again,"
                            + " or raise the limit.");
        }
    }

    private void skip(String path, String reason) {
        skipped.add(new Omission(path, reason));
    }
}
