package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.archive.DirSource.SpecialFiles;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.TreeRemoval;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Moves trees in and out of a workspace. All that comes in is checked as a whole before anything of it is written
 * (WS-SNAP-005, 006).
 */
public final class Archives {
    /** Opens the directory that takes what comes in, making it when it is missing; called after all checks. */
    @FunctionalInterface
    public interface Target {
        /** Open the directory, to be closed by the caller. */
        Dir open() throws IOException;
    }

    /** What an archive may add to the files in it: headers, padding, and what is in it twice. */
    private static final long SPOOL_EXTRA = 64L << 20;

    private final Limits limits;
    private final RandomGenerator random;
    private final Path privateTmp;

    /**
     * Create the archives of a workspace.
     *
     * @param limits give the largest tree
     * @param random makes names
     * @param privateTmp an existing private directory of the sandbox, where archives are kept while they are checked
     */
    public Archives(Limits limits, RandomGenerator random, Path privateTmp) {
        this.limits = limits;
        this.random = random;
        this.privateTmp = privateTmp;
    }

    /**
     * Put the files of a seed into a root, replacing files of the same paths.
     *
     * @param root the root
     * @throws WorkspaceException {@code NOT_FOUND}, {@code NOT_A_DIRECTORY}, {@code NOT_A_FILE}, {@code TOO_LARGE},
     *     {@code ENCODING}, or {@code IO} for a hostile or damaged archive, having changed nothing unless it says so
     */
    public void seed(Dir root, Seed seed) throws IOException {
        try (EntrySource source = source(seed)) {
            write(source, WorkspacePath.ROOT, root::reopen);
        }
    }

    private EntrySource source(Seed seed) throws IOException {
        if (seed instanceof Seed.Directory directory) {
            return DirSource.contents(openHost(directory.directory()), SpecialFiles.REFUSED);
        }
        if (seed instanceof Seed.Classpath classpath) {
            return new ClasspathSource(classpath.folder(), classpath.loader());
        }
        if (seed instanceof Seed.Tar tar) {
            try (InputStream in = tar.source().get()) {
                return tar(in);
            }
        }
        if (seed instanceof Seed.Zip zip) {
            try (InputStream in = zip.source().get()) {
                return zip(in);
            }
        }
        return new TextSource(((Seed.Files) seed).files());
    }

    private EntrySource tar(InputStream in) throws IOException {
        Spool spool = new Spool(privateTmp);
        try {
            return TarSource.of(in, spool, this::requireRoom);
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    private EntrySource zip(InputStream in) throws IOException {
        Spool spool = new Spool(privateTmp);
        try {
            return ZipSource.of(in, spool, this::requireRoom);
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    private void requireRoom(long bytes) {
        long max = limits.maxSnapshotBytes();
        if (bytes / 2 > max / 2 + max % 2 + SPOOL_EXTRA) {
            throw WorkspaceException.of(
                    ErrorCode.TOO_LARGE,
                    "The archive has over " + bytes + " bytes, too many for maxSnapshotBytes " + max
                            + "; nothing was written.");
        }
    }

    private void write(EntrySource source, WorkspacePath path, Target target) throws IOException {
        Plan plan = new Plan(source, path.names().size(), path.isRoot(), limits.maxSnapshotBytes());
        try (Dir dir = target.open()) {
            plan.requireWay(dir);
            new TreeWriter(dir, plan, random).write(source);
        }
    }

    /**
     * Unpack a tar stream, plain or compressed with gzip, into a directory.
     *
     * @param path where the directory really is
     * @param target opens it
     * @param in the archive, read to its end and not closed
     * @throws WorkspaceException as {@link #seed}
     */
    public void importTar(WorkspacePath path, Target target, InputStream in) throws IOException {
        try (EntrySource source = tar(in)) {
            write(source, path, target);
        }
    }

    /**
     * Write what is in a directory as one tar stream.
     *
     * @param dir the directory
     * @param isRoot whether it is the root
     * @param out takes the archive; flushed and not closed
     * @return what was left out and why
     */
    public List<SkippedPath> exportTar(Dir dir, boolean isRoot, OutputStream out) throws IOException {
        try (Spool spool = new Spool(privateTmp)) {
            TarTape tape = new TarTape(spool.channel());
            TreeRecorder recorder = new TreeRecorder(tape, PathFilter.NOTHING, Long.MAX_VALUE, Long.MAX_VALUE);
            recorder.record(dir, isRoot);
            tape.finish();
            spool.read().transferTo(out);
            out.flush();
            return recorder.skipped().stream()
                    .map(omission -> new SkippedPath(Names.display(omission.path()), omission.reason()))
                    .toList();
        }
    }

    /**
     * Copy a file or directory of this machine into a workspace, replacing files.
     *
     * @param host what to copy
     * @param path where it goes, not the root
     * @param parent opens the directory that takes it
     * @throws WorkspaceException as {@link #seed}
     */
    public void copyIn(Path host, WorkspacePath path, Target parent) throws IOException {
        Path real = real(host);
        boolean directory = Files.isDirectory(real);
        Dir from = directory ? openHost(real) : openHost(parentOf(real));
        String name = directory ? "" : Names.of(real);
        if (path.isRoot()) {
            if (!directory) {
                from.close();
                throw WorkspaceException.at(ErrorCode.IS_DIRECTORY, "", "is the root, which a file cannot replace.");
            }
            try (EntrySource source = DirSource.contents(from, SpecialFiles.REFUSED)) {
                write(source, path, parent);
            }
            return;
        }
        try (EntrySource source = DirSource.entry(from, name, path.name(), SpecialFiles.REFUSED)) {
            write(source, path.parent(), parent);
        }
    }

    /**
     * Copy an entry of a workspace to this machine; special files are left out.
     *
     * @param parent the directory that holds the entry
     * @param name its name there, {@code ""} for the directory itself
     * @param host where to, in an existing directory; must not exist
     * @throws WorkspaceException {@code EXISTS}, {@code NOT_FOUND} for the directory on this machine, {@code TOO_LARGE}
     */
    public void copyOut(Dir parent, String name, Path host) throws IOException {
        if (Files.exists(host, LinkOption.NOFOLLOW_LINKS)) {
            throw WorkspaceException.of(
                    ErrorCode.EXISTS, "The place to copy to exists already; remove it or choose another.");
        }
        Path absolute = host.toAbsolutePath().normalize();
        String newName = Names.of(absolute);
        try (EntrySource source = DirSource.entry(parent.reopen(), name, newName, SpecialFiles.LEFT_OUT);
                Dir to = openHost(parentOf(absolute))) {
            Plan plan = new Plan(source, 0, false, Long.MAX_VALUE);
            try {
                new TreeWriter(to, plan, random).write(source);
            } catch (IOException | RuntimeException e) {
                TreeRemoval.discard(to, newName, e);
                throw e;
            }
        } catch (FileAlreadyExistsException e) {
            throw WorkspaceException.of(ErrorCode.EXISTS, "The place to copy to exists already.")
                    .causedBy(e);
        }
    }

    private static Path parentOf(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    private static Path real(Path host) throws IOException {
        try {
            return host.toRealPath();
        } catch (NoSuchFileException e) {
            throw missing("What to copy", e);
        }
    }

    private static Dir openHost(Path directory) throws IOException {
        try {
            return Dirs.open(directory);
        } catch (NoSuchFileException e) {
            throw missing("The directory", e);
        } catch (NotDirectoryException e) {
            throw WorkspaceException.of(
                            ErrorCode.NOT_A_DIRECTORY,
                            "The path '" + directory.getFileName() + "' of this machine is not a directory.")
                    .causedBy(e);
        }
    }

    private static WorkspaceException missing(String what, NoSuchFileException cause) {
        return WorkspaceException.of(ErrorCode.NOT_FOUND, what + " does not exist on this machine.")
                .causedBy(cause);
    }
}
