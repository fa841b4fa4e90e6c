package dev.cofferdam.internal.trash;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Ids;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.internal.tree.OwnFolder;
import dev.cofferdam.internal.tree.SmallFiles;
import dev.cofferdam.internal.tree.TreeCopy;
import dev.cofferdam.internal.tree.TreeRemoval;
import dev.cofferdam.internal.tree.TreeSize;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.TrashItem;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The trash of a workspace, in {@code .cofferdam/trash}: a directory for each item, named by its id, with the record in
 * {@code record.json} and the entry itself in {@code entry}. The record comes first and the entry in one rename, so that
 * a crash leaves a record without an entry at most, which is no item. Safe for use by several threads.
 */
public final class Trash {
    static final String FOLDER = "trash";
    static final String RECORD = "record.json";
    static final String ENTRY = "entry";
    static final String REPLACED = "replaced";

    private static final int PRIVATE = 0700;
    private static final int PARENT = 0755;
    private static final int OWNER_WRITE = 0200;
    private static final int MAX_RECORD_BYTES = 64 << 10;
    private static final Comparator<TrashRecord> OLDEST_FIRST =
            Comparator.comparing(TrashRecord::trashed).thenComparing(TrashRecord::id);

    private final ObjectMapper json = new ObjectMapper();
    private final OwnFolder folder;
    private final OptionalLong maxBytes;
    private final Ids ids;

    /**
     * Create the trash of a root; nothing is made before something is trashed.
     *
     * @param own reaches the workspace's own directory
     * @param maxBytes beyond how many bytes the oldest items go
     * @param clock tells when something was trashed
     * @param random makes ids
     */
    public Trash(OwnDirectory own, OptionalLong maxBytes, Clock clock, RandomGenerator random) {
        this.folder = new OwnFolder(own, FOLDER);
        this.maxBytes = maxBytes;
        this.ids = new Ids(clock, random);
    }

    /**
     * Move an entry to the trash.
     *
     * @param parent the directory that holds it
     * @param name its name there
     * @param path the path from the root, which a restore brings it back to
     * @return the id; {@code ""} when the cap on the bytes of the trash left no room for it, so that it is gone
     * @throws NoSuchFileException when there is no such entry
     */
    public String put(Dir parent, String name, WorkspacePath path) throws IOException {
        Node node = parent.stat(name);
        long size = TreeSize.bytes(parent, name);
        try (Dir trash = folder.openOrMake()) {
            Instant now = ids.now();
            TrashRecord item = new TrashRecord(ids.next(now), path.names(), node.type(), size, now);
            trash.mkdir(item.id(), PRIVATE);
            try (Dir place = trash.open(item.id())) {
                SmallFiles.write(place, RECORD, item.write(json));
                move(parent, name, place, ENTRY);
            } catch (IOException | RuntimeException e) {
                TreeRemoval.discard(trash, item.id(), e);
                throw e;
            }
            return dropOverCap(trash, item.id()) ? "" : item.id();
        }
    }

    /** Rename to a name that must not exist; across file systems copy, then delete. */
    private static void move(Dir from, String name, Dir to, String newName) throws IOException {
        Node node = from.stat(name);
        // The system moves a directory only if its owner may write in it.
        boolean opened = node.isDirectory() && (node.mode() & OWNER_WRITE) == 0;
        if (opened) {
            from.setMode(name, node.mode() | OWNER_WRITE);
        }
        try {
            moveWritable(from, name, to, newName);
        } catch (IOException | RuntimeException e) {
            if (opened) {
                from.setMode(name, node.mode());
            }
            throw e;
        }
        if (opened) {
            to.setMode(newName, node.mode());
        }
    }

    private static void moveWritable(Dir from, String name, Dir to, String newName) throws IOException {
        try {
            from.renameNew(name, to, newName);
        } catch (AtomicMoveNotSupportedException e) {
            try {
                TreeCopy.copy(from, name, to, newName);
            } catch (IOException | RuntimeException failure) {
                TreeRemoval.discard(to, newName, failure);
                throw failure;
            }
            TreeRemoval.delete(from, name);
        }
    }

    private boolean dropOverCap(Dir trash, String newest) throws IOException {
        if (maxBytes.isEmpty()) {
            return false;
        }
        List<TrashRecord> items = items(trash);
        long sum = items.stream().mapToLong(TrashRecord::size).sum();
        boolean dropped = false;
        for (TrashRecord item : items) {
            if (sum <= maxBytes.getAsLong()) {
                break;
            }
            delete(trash, item.id());
            sum -= item.size();
            dropped |= item.id().equals(newest);
        }
        return dropped;
    }

    /**
     * List what is in the trash.
     *
     * @return the items, newest first
     */
    public List<TrashItem> list() throws IOException {
        try (Dir trash = folder.open()) {
            if (trash == null) {
                return List.of();
            }
            List<TrashItem> list = new ArrayList<>();
            for (TrashRecord item : items(trash)) {
                list.add(0, item.item());
            }
            return list;
        }
    }

    /** Return all items, oldest first. */
    private List<TrashRecord> items(Dir trash) throws IOException {
        List<TrashRecord> items = new ArrayList<>();
        for (String id : trash.names()) {
            TrashRecord item = item(trash, id, true);
            if (item != null) {
                items.add(item);
            }
        }
        items.sort(OLDEST_FIRST);
        return items;
    }

    /** Return an item, {@code null} when the name is that of none: not everything there must be of our making. */
    private @Nullable TrashRecord item(Dir trash, String id, boolean withEntry) throws IOException {
        if (!Ids.isWellFormed(id)) {
            return null;
        }
        try (Dir place = trash.open(id)) {
            byte[] bytes = SmallFiles.read(place, RECORD, MAX_RECORD_BYTES);
            TrashRecord item = TrashRecord.read(json, bytes);
            if (item == null || !item.id().equals(id)) {
                return null;
            }
            return !withEntry || place.stat(ENTRY).type() == item.type() ? item : null;
        } catch (FileSystemException e) {
            return null; // a link, a FIFO, or unreadable: whatever it is, it is no item
        }
    }

    /**
     * Put an item back to where it was, making missing parents.
     *
     * @param root the root
     * @param id the item
     * @param overwrite whether what is in its place goes
     * @return the path where it is again
     * @throws WorkspaceException {@code NOT_FOUND}, {@code EXISTS}, {@code NOT_A_DIRECTORY} for a parent
     */
    public WorkspacePath restore(Dir root, String id, boolean overwrite) throws IOException {
        try (Dir trash = folder.open()) {
            TrashRecord item = trash == null ? null : item(trash, id, true);
            if (trash == null || item == null) {
                throw WorkspaceException.of(
                        ErrorCode.NOT_FOUND, "There is no such item in the trash; list the trash for the ids.");
            }
            WorkspacePath path = new WorkspacePath(item.names());
            try (Dir parent = parents(root, path);
                    Dir place = trash.open(id)) {
                moveBack(place, parent, path, overwrite);
            }
            delete(trash, id);
            return path;
        }
    }

    private static void moveBack(Dir place, Dir parent, WorkspacePath path, boolean overwrite) throws IOException {
        String name = path.name();
        boolean aside = overwrite && moveAside(parent, name, place);
        try {
            move(place, ENTRY, parent, name);
        } catch (FileAlreadyExistsException e) {
            throw WorkspaceException.at(
                            ErrorCode.EXISTS,
                            path.toString(),
                            "there is something here already; move it away or ask for overwriting.")
                    .causedBy(e);
        } catch (IOException | RuntimeException e) {
            if (aside) {
                moveAsideBack(place, parent, name, e);
            }
            throw e;
        }
    }

    /** Take what stands in the way into the item's directory, whence it goes with the rest of the item. */
    private static boolean moveAside(Dir parent, String name, Dir place) throws IOException {
        TreeRemoval.deleteIfThere(place, REPLACED);
        try {
            move(parent, name, place, REPLACED);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void moveAsideBack(Dir place, Dir parent, String name, Exception failure) {
        try {
            move(place, REPLACED, parent, name);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static Dir parents(Dir root, WorkspacePath path) throws IOException {
        Dir dir = root.reopen();
        try {
            for (String name : path.parent().names()) {
                Dir next = openOrMake(dir, name);
                dir.close();
                dir = next;
            }
            return dir;
        } catch (NotDirectoryException e) {
            dir.close();
            throw WorkspaceException.at(
                            ErrorCode.NOT_A_DIRECTORY,
                            path.parent().toString(),
                            "a part of this path is a file or a link now; move it away and restore again.")
                    .causedBy(e);
        } catch (IOException | RuntimeException e) {
            dir.close();
            throw e;
        }
    }

    private static Dir openOrMake(Dir dir, String name) throws IOException {
        try {
            return dir.open(name);
        } catch (NoSuchFileException e) {
            dir.mkdir(name, PARENT);
            return dir.open(name);
        }
    }

    /**
     * Delete items for good.
     *
     * @param olderThan only items that came at least this long ago; zero for all
     * @return how many were deleted
     */
    public int empty(Duration olderThan) throws IOException {
        try (Dir trash = folder.open()) {
            if (trash == null) {
                return 0;
            }
            Instant limit = ids.now().minus(olderThan);
            int count = 0;
            for (String id : trash.names()) {
                TrashRecord item = item(trash, id, false);
                if (item == null || item.trashed().isAfter(limit)) {
                    continue;
                }
                count += item(trash, id, true) != null ? 1 : 0;
                delete(trash, id);
            }
            return count;
        }
    }

    /** Delete an item, the record last, so that a crash never leaves an entry that nobody knows. */
    private static void delete(Dir trash, String id) throws IOException {
        try (Dir place = trash.open(id)) {
            TreeRemoval.deleteIfThere(place, ENTRY);
            TreeRemoval.deleteIfThere(place, REPLACED);
        }
        TreeRemoval.deleteIfThere(trash, id);
    }
}
