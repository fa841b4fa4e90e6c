package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.exec.Directories;
import dev.cofferdam.internal.path.PathParser;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.TrashItem;
import dev.cofferdam.workspace.WriteOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace does with files, whichever way the files are reached. Paths are parsed already; {@code asked} is a path
 * as the user wrote it, for messages. Capabilities, activity, time and listeners are the workspace's business.
 */
interface FileEngine extends Closeable {
    PathParser parser();

    OwnDirectory own();

    /** Return what identifies the root among all roots of this process. */
    Object rootKey() throws IOException;

    /** Tell whether operations would go on in a root that was removed, so that it is looked for before each. */
    boolean outlivesRoot();

    /** Tell whether the root is still where it was. */
    boolean rootExists() throws IOException;

    byte[] read(WorkspacePath path, String asked) throws IOException;

    byte[] read(WorkspacePath path, String asked, long offset, long length) throws IOException;

    void write(WorkspacePath path, String asked, byte[] content, WriteOptions options) throws IOException;

    boolean exists(WorkspacePath path, String asked) throws IOException;

    Entry stat(WorkspacePath path, String asked) throws IOException;

    Listing list(WorkspacePath path, String asked, ListOptions options) throws IOException;

    boolean mkdir(WorkspacePath path, String asked) throws IOException;

    void symlink(WorkspacePath path, String asked, String target) throws IOException;

    void setMode(WorkspacePath path, String asked, int mode) throws IOException;

    void touch(WorkspacePath path, String asked, @Nullable Instant modified) throws IOException;

    void copy(WorkspacePath from, String askedFrom, WorkspacePath to, String askedTo) throws IOException;

    void copyIn(Path hostPath, WorkspacePath path, String asked) throws IOException;

    void copyOut(WorkspacePath path, String asked, Path hostPath) throws IOException;

    void remove(WorkspacePath path, String asked, boolean recursive) throws IOException;

    String trash(WorkspacePath path, String asked, boolean recursive) throws IOException;

    boolean rename(WorkspacePath from, String askedFrom, WorkspacePath to, String askedTo, boolean overwrite)
            throws IOException;

    List<TrashItem> listTrash() throws IOException;

    String restoreFromTrash(String id, boolean overwrite) throws IOException;

    int emptyTrash(Duration olderThan) throws IOException;

    Snapshot snapshot(SnapshotOptions options) throws IOException;

    List<Snapshot> listSnapshots() throws IOException;

    RestoreResult restore(String id, boolean dryRun) throws IOException;

    SnapshotDiff diff(String id) throws IOException;

    void deleteSnapshot(String id) throws IOException;

    void seed(Seed seed) throws IOException;

    List<SkippedPath> exportArchive(WorkspacePath path, String asked, OutputStream target) throws IOException;

    void importArchive(WorkspacePath path, String asked, InputStream source) throws IOException;

    /** Check a directory for a command and hold it until the command was started. */
    Directories.Held commandDirectory(String path) throws IOException;

    /** Say without a look where a directory for a command is; see {@link Directories#guess}. */
    Optional<String> guessDirectory(String path);
}
