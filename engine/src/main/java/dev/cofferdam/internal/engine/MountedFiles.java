package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.nio.Covers;
import dev.cofferdam.internal.nio.NioFiles;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.OpenGuard;
import dev.cofferdam.spi.FileGuard;
import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A root that this process reaches through {@code java.nio.file}.
 *
 * @param mount the root as the driver gave it
 * @param realRoot its real path
 * @param dir the open root
 * @param spellings the absolute paths under which it is known
 * @param covers what must stay in place while commands run
 * @param guard keeps operations from single files
 */
record MountedFiles(
        MountedRoot mount, Path realRoot, Dir dir, List<String> spellings, Covers covers, Optional<FileGuard> guard)
        implements EngineRoot {
    static MountedFiles open(Sandbox sandbox, MountedRoot mount, WorkspaceOptions options, OpenGuard guard)
            throws IOException {
        Path real = mount.path().toRealPath();
        return new MountedFiles(
                mount,
                real,
                Dirs.open(real, guard),
                spellings(mount, real, options),
                sandbox::covered,
                sandbox.guard());
    }

    /** The root as commands see it, as it really is, and as it was asked for, maybe through a link (WS-PATH-001). */
    private static List<String> spellings(MountedRoot mount, Path realRoot, WorkspaceOptions options) {
        List<String> spellings = new ArrayList<>(
                List.of(mount.seenAs(), mount.path().toAbsolutePath().toString(), realRoot.toString()));
        options.root()
                .map(root -> mount.path().getFileSystem().getPath(root).toAbsolutePath())
                .ifPresent(asked -> spellings.add(asked.toString()));
        return spellings;
    }

    @Override
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (Path name : realRoot) {
            names.add(Names.of(name));
        }
        return names;
    }

    @Override
    public Object key() throws IOException {
        Object key = dir.self().key();
        return List.of(realRoot.getFileSystem(), key != null ? key : realRoot);
    }

    @Override
    public boolean outlivesItself() {
        // A kernel makes nothing in a directory that was removed; an in-memory file system does.
        return !mount.path().getFileSystem().equals(FileSystems.getDefault());
    }

    @Override
    public boolean exists() throws IOException {
        try {
            Object there = Files.readAttributes(realRoot, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
            return Objects.equals(there, dir.self().key());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Where commands see the root under its own path, the descriptor says more surely than any path where they are to
     * run (WS-PATH-008).
     */
    @Override
    public String pathFor(NioFiles.OpenDirectory open) throws IOException {
        if (mount.path().getFileSystem().equals(FileSystems.getDefault())
                && mount.seenAs().equals(mount.path().toString())
                && Dirs.raceFree()) {
            // That of the root is looked for once, as the root stays open.
            return (open.path().isRoot() ? dir : open.directory()).descriptor();
        }
        return open.path().isRoot()
                ? mount.seenAs()
                : mount.seenAs() + "/" + String.join("/", open.path().names());
    }

    @Override
    public Optional<String> guess(WorkspacePath path) {
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        dir.close();
    }
}
