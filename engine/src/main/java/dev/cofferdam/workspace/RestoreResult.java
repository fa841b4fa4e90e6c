package dev.cofferdam.workspace;

import java.util.List;

/**
 * What a restore did, or would do (WS-SNAP-003).
 *
 * @param restored every file of the snapshot
 * @param deleted what was made since and removed
 * @param kept what was made since, or left out of the snapshot, and left alone
 * @param dryRun whether nothing was changed
 */
public record RestoreResult(List<String> restored, List<String> deleted, List<String> kept, boolean dryRun) {
    /** Copy the lists. */
    public RestoreResult {
        restored = List.copyOf(restored);
        deleted = List.copyOf(deleted);
        kept = List.copyOf(kept);
    }
}
