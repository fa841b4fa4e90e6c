package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.internal.tree.TreeCopy;
import dev.cofferdam.internal.tree.TreeRemoval;
import dev.cofferdam.spi.FileGuard.Use;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.random.RandomGenerator;

/** Removes, renames and copies below an open root (area MOVE of the contract). */
public final class Mover {
    private static final int NAMED_AT_MOST = 10;

    private final Walker walker;
    private final RandomGenerator random;

    Mover(Walker walker, RandomGenerator random) {
        this.walker = walker;
        this.random = random;
    }

    /** Takes something that is about to be removed. */
    @FunctionalInterface
    public interface Taker {
        /** Move a name of a directory away and return its id. */
        String take(Dir parent, Node node, WorkspacePath path) throws IOException;
    }

    /** Remove something for good. */
    public void remove(WorkspacePath path, String asked, boolean recursive) throws IOException {
        try (Place place = removable(path, asked)) {
            Node node = place.node();
            if (!node.isDirectory()) {
                place.parent().unlink(place.name());
            } else if (!recursive) {
                removeEmpty(place);
            } else {
                removeTree(place);
            }
        }
    }

    /** Hand something to the trash. */
    public String trash(WorkspacePath path, String asked, boolean recursive, Taker taker) throws IOException {
        try (Place place = removable(path, asked)) {
            if (place.node().isDirectory() && !recursive) {
                requireEmpty(place);
            }
            return taker.take(place.parent(), place.node(), place.real());
        }
    }

    private Place removable(WorkspacePath path, String asked) throws IOException {
        Place place = walker.locate(path, asked, false);
        try {
            if (place.isRoot()) {
                throw WorkspaceException.at(
                        ErrorCode.INVALID_ARGUMENT, asked, "is the root; remove what is in it, or close the workspace");
            }
            place.node();
            walker.require(Use.WRITE_ALL, place);
            walker.requireUncovered(place);
            return place;
        } catch (IOException | WorkspaceException e) {
            place.close();
            throw e;
        }
    }

    private static void removeEmpty(Place place) throws IOException {
        try {
            place.parent().rmdir(place.name());
        } catch (DirectoryNotEmptyException e) {
            throw notEmpty(place.asked()).causedBy(e);
        }
    }

    private static void requireEmpty(Place place) throws IOException {
        try (Dir directory = place.openDirectory()) {
            if (!directory.names().isEmpty()) {
                throw notEmpty(place.asked());
            }
        }
    }

    private static WorkspaceException notEmpty(String asked) {
        return WorkspaceException.at(
                ErrorCode.NOT_EMPTY, asked, "is a directory that is not empty; ask for a recursive remove");
    }

    /** Rename the tree away first, so that it is gone at once for everybody else (WS-MOVE-001). */
    private void removeTree(Place place) throws IOException {
        String name = place.name();
        String away = Reserved.temporary(random);
        try {
            place.parent().renameNew(name, place.parent(), away);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            away = name; // a mount point, or a directory of somebody else: remove it where it is
        }
        List<String> left = TreeRemoval.remove(place.parent(), away);
        if (!left.isEmpty()) {
            if (!away.equals(name)) {
                place.parent().renameNew(away, place.parent(), name);
            }
            throw WorkspaceException.at(
                    ErrorCode.ACCESS_DENIED,
                    place.asked(),
                    "could not be removed whole; what is left: "
                            + String.join(", ", left.subList(0, Math.min(NAMED_AT_MOST, left.size())))
                            + (left.size() > NAMED_AT_MOST ? " and " + (left.size() - NAMED_AT_MOST) + " more" : ""));
        }
    }

    /** Rename something and tell whether it replaced something. */
    public boolean rename(WorkspacePath from, String askedFrom, WorkspacePath to, String askedTo, boolean overwrite)
            throws IOException {
        try (Place source = removable(from, askedFrom);
                Place target = walker.locate(to, askedTo, false)) {
            Node node = source.node();
            if (source.real().equals(target.real())) {
                return false;
            }
            requireNotBelow(source, target);
            if (target.isRoot()) {
                throw WorkspaceException.at(ErrorCode.EXISTS, askedTo, "is the root");
            }
            Node present = target.nodeOrNull();
            walker.require(Use.WRITE_ALL, target);
            walker.requireUncovered(target);
            if (present != null) {
                requireReplaceable(node, present, askedTo, overwrite);
                if (isSameFile(node, present)) {
                    source.parent().unlink(source.name());
                    return true;
                }
            }
            move(source, target, overwrite);
            return present != null;
        }
    }

    private static boolean isSameFile(Node node, Node present) {
        return !node.isDirectory() && node.key() != null && node.key().equals(present.key());
    }

    private static void requireNotBelow(Place source, Place target) {
        if (source.node().isDirectory() && target.real().startsWith(source.real())) {
            throw WorkspaceException.at(
                    ErrorCode.INVALID_ARGUMENT, target.asked(), "lies below what is to be moved or copied there");
        }
    }

    private static void requireReplaceable(Node node, Node present, String asked, boolean overwrite) {
        if (!overwrite) {
            throw WorkspaceException.at(ErrorCode.EXISTS, asked, "exists already; ask for overwrite to replace it");
        }
        if (node.isDirectory() != present.isDirectory()) {
            throw WorkspaceException.at(
                    ErrorCode.EXISTS,
                    asked,
                    present.isDirectory()
                            ? "is a directory, which only a directory can replace"
                            : "is not a directory, so a directory cannot replace it");
        }
    }

    private void move(Place source, Place target, boolean overwrite) throws IOException {
        Dir into = target.withParents().parent();
        try {
            if (overwrite) {
                source.parent().rename(source.name(), into, target.name());
            } else {
                source.parent().renameNew(source.name(), into, target.name());
            }
        } catch (AtomicMoveNotSupportedException e) {
            copyThenRemove(source, into, target, overwrite);
        } catch (DirectoryNotEmptyException e) {
            throw WorkspaceException.at(ErrorCode.NOT_EMPTY, target.asked(), "is a directory that is not empty")
                    .causedBy(e);
        } catch (NotDirectoryException e) {
            throw WorkspaceException.at(ErrorCode.EXISTS, target.asked(), "is not a directory")
                    .causedBy(e);
        } catch (FileAlreadyExistsException e) {
            throw WorkspaceException.at(ErrorCode.EXISTS, target.asked(), "exists already")
                    .causedBy(e);
        }
    }

    /** Across mounts: the copy is complete under a reserved name before it is renamed and the original goes. */
    private void copyThenRemove(Place source, Dir into, Place target, boolean overwrite) throws IOException {
        copyIntoPlace(source, into, target.name(), overwrite);
        List<String> left = TreeRemoval.remove(source.parent(), source.name());
        if (!left.isEmpty()) {
            throw WorkspaceException.at(
                    ErrorCode.ACCESS_DENIED,
                    source.asked(),
                    "was copied to its new place, but the original could not be removed whole");
        }
    }

    /** Copy something. */
    public void copy(WorkspacePath from, String askedFrom, WorkspacePath to, String askedTo) throws IOException {
        try (Place source = walker.locate(from, askedFrom, false);
                Place target = walker.locate(to, askedTo, false)) {
            if (source.node().type() == EntryType.OTHER) {
                throw NioFiles.notAFile(askedFrom);
            }
            requireNotBelow(source, target);
            if (target.exists()) {
                throw WorkspaceException.at(ErrorCode.EXISTS, askedTo, "exists already");
            }
            walker.require(Use.READ_ALL, source);
            walker.require(Use.WRITE, target);
            copyIntoPlace(source, target.withParents().parent(), target.name(), false);
        }
    }

    private void copyIntoPlace(Place source, Dir into, String name, boolean overwrite) throws IOException {
        String temporary = Reserved.temporary(random);
        try {
            TreeCopy.copy(source.parent(), source.name(), into, temporary);
            if (overwrite) {
                into.rename(temporary, into, name);
            } else {
                into.renameNew(temporary, into, name);
            }
        } catch (IOException | RuntimeException e) {
            TreeRemoval.discard(into, temporary, e);
            throw e;
        }
    }
}
