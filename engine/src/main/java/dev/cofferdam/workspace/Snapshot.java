package dev.cofferdam.workspace;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The record of a snapshot (WS-SNAP-002).
 *
 * @param id the id that restores it
 * @param created when it was taken
 * @param label a name for people
 * @param metadata keys and values that were given with it
 * @param files how many regular files it holds
 * @param bytes the bytes of those files
 * @param exclude the globs of what was left out besides the defaults
 * @param maxFileBytes the largest file that was recorded
 * @param skipped what could not be recorded and why
 */
public record Snapshot(
        String id,
        Instant created,
        Optional<String> label,
        Map<String, String> metadata,
        long files,
        long bytes,
        List<String> exclude,
        long maxFileBytes,
        List<SkippedPath> skipped) {

    /** Copy the collections. */
    public Snapshot {
        metadata = Map.copyOf(metadata);
        exclude = List.copyOf(exclude);
        skipped = List.copyOf(skipped);
    }
}
