package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.archive.Archives;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;

/** Moves trees in and out below an open root: finds the places, and has {@link Archives} do the rest. */
public final class Transfers {
    private final Walker walker;
    private final Archives archives;

    Transfers(Walker walker, Archives archives) {
        this.walker = walker;
        this.archives = archives;
    }

    /** Put files into the root. */
    public void seed(Seed seed) throws IOException {
        archives.seed(walker.root(), seed);
    }

    /** Write a directory as one tar stream. */
    public List<SkippedPath> exportArchive(WorkspacePath path, String asked, OutputStream target) throws IOException {
        try (Place place = walker.locate(path, asked, true);
                Dir directory = place.openDirectory()) {
            return archives.exportTar(directory, place.isRoot(), target);
        }
    }

    /** Unpack a tar stream into a directory. */
    public void importArchive(WorkspacePath path, String asked, InputStream source) throws IOException {
        try (Place place = walker.locate(path, asked, true)) {
            if (place.exists() && !place.node().isDirectory()) {
                throw WorkspaceException.at(ErrorCode.NOT_A_DIRECTORY, asked, "is not a directory");
            }
            archives.importTar(place.real(), () -> openOrMake(place), source);
        }
    }

    private static Dir openOrMake(Place place) throws IOException {
        if (place.exists()) {
            return place.openDirectory();
        }
        Dir parent = place.withParents().parent();
        try {
            parent.mkdir(place.name(), 0755);
        } catch (FileAlreadyExistsException e) {
            // made by somebody else meanwhile; opening it tells whether it is a directory
        }
        return parent.open(place.name());
    }

    /** Copy a file or directory of this machine in. */
    public void copyIn(Path hostPath, WorkspacePath path, String asked) throws IOException {
        try (Place place = walker.locate(path, asked, true)) {
            walker.requireUncovered(place);
            archives.copyIn(
                    hostPath,
                    place.real(),
                    place.isRoot()
                            ? walker.root()::reopen
                            : () -> place.withParents().parent().reopen());
        }
    }

    /** Copy something to this machine. */
    public void copyOut(WorkspacePath path, String asked, Path hostPath) throws IOException {
        try (Place place = walker.locate(path, asked, false)) {
            place.node();
            archives.copyOut(place.parent(), place.name(), hostPath);
        }
    }
}
