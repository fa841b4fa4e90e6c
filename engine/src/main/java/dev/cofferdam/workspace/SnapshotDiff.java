package dev.cofferdam.workspace;

import java.util.List;

/**
 * How a workspace differs from a snapshot (WS-SNAP-006).
 *
 * @param added paths that the snapshot does not hold
 * @param modified paths whose content, mode, type or link target differs
 * @param deleted paths of the snapshot that are no longer there
 */
public record SnapshotDiff(List<String> added, List<String> modified, List<String> deleted) {
    /** Copy the lists. */
    public SnapshotDiff {
        added = List.copyOf(added);
        modified = List.copyOf(modified);
        deleted = List.copyOf(deleted);
    }

    /**
     * Tell whether nothing differs.
     *
     * @return {@code true} when all three lists are empty
     */
    public boolean isEmpty() {
        return added.isEmpty() && modified.isEmpty() && deleted.isEmpty();
    }
}
