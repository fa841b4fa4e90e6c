package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.archive.TreeRecorder.Omission;
import java.util.HashSet;
import java.util.Set;

/** What a snapshot knows nothing about, so that nothing is done to it later (WS-SNAP-003). */
final class LeftAlone {
    private final Exclusions exclusions;
    private final Set<String> skipped = new HashSet<>();
    private final long maxFileBytes;

    LeftAlone(SnapshotRecord record) {
        this.exclusions = new Exclusions(record.exclude());
        for (Omission omission : record.skipped()) {
            skipped.add(omission.path());
        }
        this.maxFileBytes = record.maxFileBytes();
    }

    boolean isExcluded(String path, String name) {
        return exclusions.leavesOut(path, name);
    }

    boolean isSkipped(String path) {
        return skipped.contains(path);
    }

    /** Tell whether a file that was made since would not have been recorded. */
    boolean isTooLarge(long size) {
        return size > maxFileBytes;
    }
}
