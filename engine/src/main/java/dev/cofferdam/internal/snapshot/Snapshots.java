package dev.cofferdam.internal.snapshot;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.internal.archive.TarReader;
import dev.cofferdam.internal.archive.TarTape;
import dev.cofferdam.internal.archive.TreeRecorder;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Ids;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.internal.tree.OwnFolder;
import dev.cofferdam.internal.tree.SmallFiles;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of a workspace, in {@code .cofferdam/snapshots}: a tar archive {@code <id>.tar} that GNU tar reads too,
 * and a record {@code <id>.json}, which comes last, so that a snapshot that has one is whole. Safe for use by several
 * threads.
 */
public final class Snapshots {
    private static final String FOLDER = "snapshots";
    private static final String ARCHIVE = ".tar";
    private static final String RECORD = ".json";
    private static final String UNFINISHED = ".new";
    private static final int PRIVATE = 0600;
    private static final int MAX_RECORD_BYTES = 64 << 20;
    private static final Duration ABANDONED = Duration.ofHours(1);
    private static final Comparator<SnapshotRecord> NEWEST_FIRST = Comparator.comparing(SnapshotRecord::created)
            .thenComparing(SnapshotRecord::id)
            .reversed();

    private final ObjectMapper json = new ObjectMapper();
    private final OwnFolder folder;
    private final Limits limits;
    private final RandomGenerator random;
    private final Ids ids;

    /**
     * Create the snapshots of a root; nothing is made before the first is taken.
     *
     * @param own reaches the workspace's own directory
     * @param limits give the largest snapshot
     * @param clock tells when a snapshot is taken
     * @param random makes ids and names
     */
    public Snapshots(OwnDirectory own, Limits limits, Clock clock, RandomGenerator random) {
        this.folder = new OwnFolder(own, FOLDER);
        this.limits = limits;
        this.random = random;
        this.ids = new Ids(clock, random);
    }

    /**
     * Take a snapshot.
     *
     * @param root the root
     * @param options what it records
     * @return its record
     * @throws WorkspaceException {@code TOO_LARGE}, {@code INVALID_ARGUMENT} for a bad glob; nothing is kept
     */
    public Snapshot take(Dir root, SnapshotOptions options) throws IOException {
        Exclusions exclusions = new Exclusions(options.exclude());
        try (Dir dir = folder.openOrMake()) {
            Instant created = ids.now();
            sweepBefore(dir, created.minus(ABANDONED));
            String id = ids.next(created);
            try {
                SnapshotRecord record = record(root, dir, id, created, options, exclusions);
                SmallFiles.write(dir, id + UNFINISHED, record.write(json));
                dir.renameNew(id + UNFINISHED, dir, id + RECORD);
                return record.snapshot();
            } catch (IOException | RuntimeException e) {
                discard(dir, id + ARCHIVE, e);
                discard(dir, id + UNFINISHED, e);
                throw e;
            }
        }
    }

    private SnapshotRecord record(
            Dir root, Dir dir, String id, Instant created, SnapshotOptions options, Exclusions exclusions)
            throws IOException {
        long maxFileBytes = options.maxFileBytes().orElse(SnapshotOptions.DEFAULT_MAX_FILE_BYTES);
        TarTape tape;
        TreeRecorder recorder;
        try (SeekableByteChannel channel = dir.createFile(id + ARCHIVE, PRIVATE)) {
            tape = new TarTape(channel);
            recorder = new TreeRecorder(tape, exclusions, maxFileBytes, limits.maxSnapshotBytes());
            recorder.record(root, true);
            tape.finish();
        }
        // Only now is all of it where it can be read.
        long checksum = tape.knowsChecksum() ? tape.checksum() : SnapshotArchive.checksum(dir, id + ARCHIVE);
        return new SnapshotRecord(
                id,
                created,
                options.label(),
                options.metadata(),
                recorder.files(),
                recorder.bytes(),
                options.exclude(),
                maxFileBytes,
                recorder.skipped(),
                tape.entries(),
                tape.length(),
                checksum);
    }

    /** Delete archives whose record never came. */
    private static void sweepBefore(Dir dir, Instant limit) throws IOException {
        List<String> names = dir.names();
        for (String name : names) {
            boolean unfinished = name.endsWith(UNFINISHED)
                    || (name.endsWith(ARCHIVE)
                            && !names.contains(name.substring(0, name.length() - ARCHIVE.length()) + RECORD));
            if (unfinished) {
                sweep(dir, name, limit);
            }
        }
    }

    private static void sweep(Dir dir, String name, Instant limit) throws IOException {
        try {
            Node node = dir.stat(name);
            if (!node.isDirectory() && node.modified().toInstant().isBefore(limit)) {
                dir.unlink(name);
            }
        } catch (NoSuchFileException e) {
            // Somebody else swept it.
        }
    }

    private static void discard(Dir dir, String name, Exception failure) {
        try {
            dir.unlink(name);
        } catch (NoSuchFileException e) {
            // There is nothing to discard.
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * List the snapshots.
     *
     * @return their records, newest first
     */
    public List<Snapshot> list() throws IOException {
        try (Dir dir = folder.open()) {
            if (dir == null) {
                return List.of();
            }
            List<SnapshotRecord> records = new ArrayList<>();
            for (String name : dir.names()) {
                if (name.endsWith(RECORD)) {
                    SnapshotRecord record = load(dir, name.substring(0, name.length() - RECORD.length()));
                    if (record != null) {
                        records.add(record);
                    }
                }
            }
            return records.stream()
                    .sorted(NEWEST_FIRST)
                    .map(SnapshotRecord::snapshot)
                    .toList();
        }
    }

    private @Nullable SnapshotRecord load(Dir dir, String id) throws IOException {
        if (!Ids.isWellFormed(id)) {
            return null;
        }
        try {
            SnapshotRecord record = SnapshotRecord.read(json, SmallFiles.read(dir, id + RECORD, MAX_RECORD_BYTES));
            return record != null && record.id().equals(id) ? record : null;
        } catch (FileSystemException e) {
            return null; // missing, a link, unreadable: whatever it is, it is no record of ours
        }
    }

    private SnapshotRecord require(@Nullable Dir dir, String id) throws IOException {
        SnapshotRecord record = dir == null ? null : load(dir, id);
        if (record == null) {
            throw WorkspaceException.of(
                    ErrorCode.NOT_FOUND, "There is no such snapshot; list the snapshots for the ids.");
        }
        return record;
    }

    /**
     * Bring a tree back to a snapshot, or tell what that would do.
     *
     * @param root the root
     * @param id the snapshot
     * @param dryRun whether nothing is changed
     * @return what was or would be done
     * @throws WorkspaceException {@code NOT_FOUND}; {@code IO} for a damaged snapshot, changing nothing, or when it
     *     failed half-way, saying so
     */
    public RestoreResult restore(Dir root, String id, boolean dryRun) throws IOException {
        try (Dir dir = folder.open()) {
            SnapshotRecord record = require(dir, id);
            try (SnapshotArchive archive =
                    SnapshotArchive.open(java.util.Objects.requireNonNull(dir), id + ARCHIVE, record)) {
                Reconciliation reconciliation = new Reconciliation(new LeftAlone(record), dryRun);
                reconcile(reconciliation, root, archive);
                if (!dryRun) {
                    bringBack(root, archive, record);
                }
                List<String> restored = archive.files().stream()
                        .filter(path -> !archive.root().isBlocked(path))
                        .toList();
                return new RestoreResult(
                        PathOrder.shown(restored),
                        PathOrder.shown(reconciliation.deleted()),
                        PathOrder.shown(reconciliation.kept()),
                        dryRun);
            }
        }
    }

    private static void reconcile(Reconciliation reconciliation, Dir root, SnapshotArchive archive) throws IOException {
        try {
            reconciliation.run(root, archive.root());
        } catch (IOException e) {
            throw halfWay(
                    e,
                    "while what was made since was being removed ("
                            + reconciliation.deleted().size() + " entries are gone)");
        }
    }

    private void bringBack(Dir root, SnapshotArchive archive, SnapshotRecord record) throws IOException {
        Restoration restoration = new Restoration(archive.root(), random);
        try (TarReader reader = archive.read()) {
            restoration.run(root, reader);
        } catch (IOException e) {
            throw halfWay(
                    e,
                    "after what was made since was removed and " + restoration.done() + " of " + record.entries()
                            + " entries were brought back");
        }
    }

    /** Say how far it came; restoring again leads to the same end (WS-SNAP-005). */
    private static IOException halfWay(IOException cause, String where) {
        String message = "The restore ended " + where + ". Restore again to complete it.";
        if (cause instanceof InterruptedIOException || cause instanceof ClosedByInterruptException) {
            InterruptedIOException interrupted = new InterruptedIOException(message);
            interrupted.initCause(cause);
            return interrupted;
        }
        throw WorkspaceException.of(ErrorCode.IO, message).causedBy(cause);
    }

    /**
     * Compare a tree with a snapshot.
     *
     * @param root the root
     * @param id the snapshot
     * @return the differences
     * @throws WorkspaceException {@code NOT_FOUND}, {@code IO} for a damaged snapshot
     */
    public SnapshotDiff diff(Dir root, String id) throws IOException {
        try (Dir dir = folder.open()) {
            SnapshotRecord record = require(dir, id);
            try (SnapshotArchive archive =
                    SnapshotArchive.open(java.util.Objects.requireNonNull(dir), id + ARCHIVE, record)) {
                return new Comparison(new LeftAlone(record)).run(root, archive);
            }
        }
    }

    /**
     * Delete a snapshot.
     *
     * @param id the snapshot
     * @throws WorkspaceException {@code NOT_FOUND}
     */
    public void delete(String id) throws IOException {
        try (Dir dir = folder.open()) {
            require(dir, id);
            if (dir != null) {
                dir.unlink(id + RECORD);
                try {
                    dir.unlink(id + ARCHIVE);
                } catch (NoSuchFileException e) {
                    // The record was all there was.
                }
            }
        }
    }
}
