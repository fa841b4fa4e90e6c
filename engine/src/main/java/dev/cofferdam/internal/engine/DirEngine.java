package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.archive.Archives;
import dev.cofferdam.internal.exec.Directories;
import dev.cofferdam.internal.nio.NioFiles;
import dev.cofferdam.internal.nio.OwnRoot;
import dev.cofferdam.internal.path.PathParser;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.snapshot.Snapshots;
import dev.cofferdam.internal.trash.Trash;
import dev.cofferdam.internal.tree.Dir;
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
import dev.cofferdam.workspace.WorkspaceOptions;
import dev.cofferdam.workspace.WriteOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The files of a root, on open directories, whichever way they are reached. */
final class DirEngine implements FileEngine {
    private final EngineRoot opened;
    private final Dir root;
    private final PathParser parser;
    private final OwnDirectory own;
    private final NioFiles files;
    private final Trash trash;
    private final Snapshots snapshots;
    private final Clock clock;

    /**
     * Create the engine of a root.
     *
     * @param opened the open root, closed with this
     */
    DirEngine(EngineRoot opened, WorkspaceOptions options, Clock clock) {
        RandomGenerator random = new SecureRandom();
        this.opened = opened;
        this.root = opened.dir();
        this.clock = clock;
        this.parser = new PathParser(opened.spellings());
        this.own = new OwnRoot(root);
        // Names on their way into place need not be secret: they are created exclusively.
        this.files = new NioFiles(
                root,
                parser,
                opened.names(),
                options.limits(),
                new Random(random.nextLong()),
                new Archives(options.limits(), random, Path.of(System.getProperty("java.io.tmpdir", "/tmp"))),
                opened.covers(),
                opened.guard());
        this.trash = new Trash(own, options.maxTrashBytes(), clock, random);
        this.snapshots = new Snapshots(own, options.limits(), clock, random);
    }

    @Override
    public PathParser parser() {
        return parser;
    }

    @Override
    public OwnDirectory own() {
        return own;
    }

    @Override
    public Object rootKey() throws IOException {
        return opened.key();
    }

    @Override
    public boolean outlivesRoot() {
        return opened.outlivesItself();
    }

    @Override
    public boolean rootExists() throws IOException {
        return opened.exists();
    }

    @Override
    public byte[] read(WorkspacePath path, String asked) throws IOException {
        return files.read(path, asked);
    }

    @Override
    public byte[] read(WorkspacePath path, String asked, long offset, long length) throws IOException {
        return files.read(path, asked, offset, length);
    }

    @Override
    public void write(WorkspacePath path, String asked, byte[] content, WriteOptions options) throws IOException {
        files.writer().write(path, asked, content, options);
    }

    @Override
    public boolean exists(WorkspacePath path, String asked) throws IOException {
        return files.exists(path, asked);
    }

    @Override
    public Entry stat(WorkspacePath path, String asked) throws IOException {
        return files.stat(path, asked);
    }

    @Override
    public Listing list(WorkspacePath path, String asked, ListOptions options) throws IOException {
        return files.list(path, asked, options);
    }

    @Override
    public boolean mkdir(WorkspacePath path, String asked) throws IOException {
        return files.mkdir(path, asked);
    }

    @Override
    public void symlink(WorkspacePath path, String asked, String target) throws IOException {
        files.symlink(path, asked, target);
    }

    @Override
    public void setMode(WorkspacePath path, String asked, int mode) throws IOException {
        files.setMode(path, asked, mode);
    }

    @Override
    public void touch(WorkspacePath path, String asked, @Nullable Instant modified) throws IOException {
        files.touch(path, asked, modified, clock.instant());
    }

    @Override
    public void copy(WorkspacePath from, String askedFrom, WorkspacePath to, String askedTo) throws IOException {
        files.mover().copy(from, askedFrom, to, askedTo);
    }

    @Override
    public void remove(WorkspacePath path, String asked, boolean recursive) throws IOException {
        files.mover().remove(path, asked, recursive);
    }

    @Override
    public String trash(WorkspacePath path, String asked, boolean recursive) throws IOException {
        return files.mover()
                .trash(path, asked, recursive, (parent, node, real) -> trash.put(parent, node.name(), real));
    }

    @Override
    public boolean rename(WorkspacePath from, String askedFrom, WorkspacePath to, String askedTo, boolean overwrite)
            throws IOException {
        return files.mover().rename(from, askedFrom, to, askedTo, overwrite);
    }

    @Override
    public List<TrashItem> listTrash() throws IOException {
        return trash.list();
    }

    @Override
    public String restoreFromTrash(String id, boolean overwrite) throws IOException {
        return trash.restore(root, id, overwrite).toString();
    }

    @Override
    public int emptyTrash(Duration olderThan) throws IOException {
        return trash.empty(olderThan);
    }

    @Override
    public void copyIn(Path hostPath, WorkspacePath path, String asked) throws IOException {
        files.transfers().copyIn(hostPath, path, asked);
    }

    @Override
    public void copyOut(WorkspacePath path, String asked, Path hostPath) throws IOException {
        files.transfers().copyOut(path, asked, hostPath);
    }

    @Override
    public Snapshot snapshot(SnapshotOptions options) throws IOException {
        return snapshots.take(root, options);
    }

    @Override
    public List<Snapshot> listSnapshots() throws IOException {
        return snapshots.list();
    }

    @Override
    public RestoreResult restore(String id, boolean dryRun) throws IOException {
        return snapshots.restore(root, id, dryRun);
    }

    @Override
    public SnapshotDiff diff(String id) throws IOException {
        return snapshots.diff(root, id);
    }

    @Override
    public void deleteSnapshot(String id) throws IOException {
        snapshots.delete(id);
    }

    @Override
    public void seed(Seed seed) throws IOException {
        files.transfers().seed(seed);
    }

    @Override
    public List<SkippedPath> exportArchive(WorkspacePath path, String asked, OutputStream target) throws IOException {
        return files.transfers().exportArchive(path, asked, target);
    }

    @Override
    public void importArchive(WorkspacePath path, String asked, InputStream source) throws IOException {
        files.transfers().importArchive(path, asked, source);
    }

    @Override
    public Directories.Held commandDirectory(String path) throws IOException {
        NioFiles.OpenDirectory open = files.openDirectory(parser.parse(path), path);
        try {
            return new HeldDirectory(opened.pathFor(open), open);
        } catch (IOException | RuntimeException e) {
            open.close();
            throw e;
        }
    }

    @Override
    public Optional<String> guessDirectory(String path) {
        return opened.guess(parser.parse(path));
    }

    /** A directory that is held open while a command is started in it. */
    private record HeldDirectory(String path, NioFiles.OpenDirectory open) implements Directories.Held {
        @Override
        public void close() throws IOException {
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        opened.close();
    }
}
