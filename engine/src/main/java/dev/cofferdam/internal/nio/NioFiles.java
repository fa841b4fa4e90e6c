package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.archive.Archives;
import dev.cofferdam.internal.path.PathParser;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.spi.FileGuard;
import dev.cofferdam.spi.FileGuard.Use;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Reads, describes and makes files below an open root (areas PATH, FILE and LIST of the contract). */
public final class NioFiles {
    private static final int SMALL = 1 << 16;

    private final Walker walker;
    private final PathParser parser;
    private final Limits limits;
    private final FileWriter writer;
    private final Mover mover;
    private final Transfers transfers;

    /**
     * Create the file operations of a root.
     *
     * @param root the open root, which the caller closes
     * @param parser knows the spellings of the root
     * @param rootPath the real absolute path of the root, as names
     * @param limits the limits of the workspace
     * @param random names files on their way into place
     * @param archives reads and writes trees as a whole
     * @param covers what must stay in place while commands run
     * @param guard keeps operations from single files
     */
    public NioFiles(
            Dir root,
            PathParser parser,
            List<String> rootPath,
            Limits limits,
            RandomGenerator random,
            Archives archives,
            Covers covers,
            Optional<FileGuard> guard) {
        this.walker = new Walker(root, parser, rootPath, covers, guard);
        this.parser = parser;
        this.limits = limits;
        this.writer = new FileWriter(walker, limits, random);
        this.mover = new Mover(walker, random);
        this.transfers = new Transfers(walker, archives);
    }

    /** Return what writes files. */
    public FileWriter writer() {
        return writer;
    }

    /** Return what removes, renames and copies. */
    public Mover mover() {
        return mover;
    }

    /** Return what moves trees in and out. */
    public Transfers transfers() {
        return transfers;
    }

    /** Read a file whole. */
    public byte[] read(WorkspacePath path, String asked) throws IOException {
        byte[] fetched = walker.fetch(path, asked, limits.maxFileBytes());
        if (fetched != null) {
            return fetched;
        }
        try (Place place = walker.reach(path, asked)) {
            walker.require(Use.READ, place);
            Node node = regular(place);
            if (node.size() > limits.maxFileBytes()) {
                throw tooLarge(asked, node.size());
            }
            try (SeekableByteChannel channel = place.parent().openFile(node)) {
                // One byte more than the file had tells whether it grew; one over the limit is the most that is read.
                byte[] bytes = readUpTo(channel, node.size(), limits.maxFileBytes() + 1);
                if (bytes.length > limits.maxFileBytes()) {
                    throw tooLarge(asked, Math.max(channel.size(), bytes.length));
                }
                return bytes;
            }
        }
    }

    /** Read a part of a file. */
    public byte[] read(WorkspacePath path, String asked, long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw WorkspaceException.at(ErrorCode.INVALID_ARGUMENT, asked, "offset and length must be zero or more");
        }
        try (Place place = walker.reach(path, asked)) {
            walker.require(Use.READ, place);
            Node node = regular(place);
            if (offset >= node.size()) {
                return new byte[0];
            }
            long there = Math.min(length, node.size() - offset);
            if (there > limits.maxFileBytes()) {
                throw tooLarge(asked, there);
            }
            long most = Math.min(length, limits.maxFileBytes());
            byte[] part = place.parent().readPart(node, offset, most);
            if (part != null) {
                return part;
            }
            try (SeekableByteChannel channel = place.parent().openFile(node)) {
                channel.position(offset);
                return readUpTo(channel, there, most);
            }
        }
    }

    /** Read what is expected, see whether there is more, and go on to at most {@code most} bytes when there is. */
    private static byte[] readUpTo(SeekableByteChannel channel, long expected, long most) throws IOException {
        // Asked for one byte more than there should be, the system tells in the same breath that there is none.
        long room = expected < SMALL ? expected + 1 : expected;
        byte[] bytes = new byte[Math.toIntExact(Math.min(most, room))];
        int length = Math.max(0, channel.read(ByteBuffer.wrap(bytes)));
        if (length != expected) {
            length = fill(channel, bytes, length);
        }
        if (length < bytes.length) {
            return Arrays.copyOf(bytes, length);
        }
        byte[] more = new byte[1];
        while (length < most && fill(channel, more, 0) == 1) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.min(most, Math.max(1024L, length * 2L))));
            bytes[length] = more[0];
            length = fill(channel, bytes, length + 1);
            if (length < bytes.length) {
                return Arrays.copyOf(bytes, length);
            }
        }
        return bytes;
    }

    /** Read on until an array is full or the file ends, and return where that was. */
    static int fill(SeekableByteChannel channel, byte[] bytes, int start) throws IOException {
        int length = start;
        while (length < bytes.length) {
            int count = channel.read(ByteBuffer.wrap(bytes, length, bytes.length - length));
            if (count < 0) {
                break;
            }
            length += count;
        }
        return length;
    }

    private WorkspaceException tooLarge(String asked, long size) {
        return WorkspaceException.at(
                ErrorCode.TOO_LARGE,
                asked,
                "has " + size + " bytes and maxFileBytes is " + limits.maxFileBytes()
                        + "; read a part of it or raise the limit");
    }

    private static Node regular(Place place) {
        Node node = place.node();
        return switch (node.type()) {
            case FILE -> node;
            case DIRECTORY -> throw WorkspaceException.at(ErrorCode.IS_DIRECTORY, place.asked(), "is a directory");
            case SYMLINK, OTHER -> throw notAFile(place.asked());
        };
    }

    static WorkspaceException notAFile(String asked) {
        return WorkspaceException.at(
                ErrorCode.NOT_A_FILE, asked, "is a FIFO, a socket or a device, not a regular file");
    }

    /** Tell whether there is something at a path, following links. */
    public boolean exists(WorkspacePath path, String asked) throws IOException {
        try (Place place = walker.locate(path, asked, true)) {
            walker.requireVisible(place);
            return place.exists();
        } catch (NoSuchFileException e) {
            return false; // a directory of the path vanished under the question
        } catch (WorkspaceException e) {
            if (e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return false;
            }
            throw e;
        }
    }

    /** Describe what is at a path, a final link itself. */
    public Entry stat(WorkspacePath path, String asked) throws IOException {
        try (Place place = walker.locate(path, asked, false)) {
            walker.requireVisible(place);
            Node node = place.isRoot() ? place.node() : place.parent().complete(place.node());
            Optional<String> target = node.type() == EntryType.SYMLINK
                    ? Optional.of(Names.display(place.parent().readLink(node)))
                    : Optional.empty();
            return Lister.entry(node, path.toString(), target);
        }
    }

    /** List the entries below a directory. */
    public Listing list(WorkspacePath path, String asked, ListOptions options) throws IOException {
        WorkspacePath after = options.after().map(parser::parse).orElse(null);
        long most = limits.maxListingBytes();
        try (Dir entered = walker.enter(path, asked)) {
            if (entered != null) {
                return new Lister(options, after, most, below -> false).list(entered, path, path.isRoot());
            }
        }
        try (Place place = walker.locate(path, asked, true);
                Dir directory = place.openDirectory()) {
            walker.require(Use.READ, place);
            Lister lister = new Lister(options, after, most, below -> walker.isClosed(below(place.real(), below)));
            return lister.list(directory, path, place.isRoot());
        }
    }

    private static WorkspacePath below(WorkspacePath directory, String relative) {
        WorkspacePath path = directory;
        for (String name : relative.split("/", -1)) {
            path = path.child(name);
        }
        return path;
    }

    /** Make a directory with its parents. */
    public boolean mkdir(WorkspacePath path, String asked) throws IOException {
        try (Place place = walker.locate(path, asked, true)) {
            if (place.exists()) {
                requireDirectory(place.node(), asked);
                return false;
            }
            walker.require(Use.WRITE, place);
            Place ready = place.withParents();
            try {
                ready.parent().mkdir(place.name(), 0755);
                return true;
            } catch (FileAlreadyExistsException e) {
                requireDirectory(ready.parent().stat(place.name()), asked);
                return false;
            }
        }
    }

    private static void requireDirectory(Node node, String asked) {
        if (!node.isDirectory()) {
            throw WorkspaceException.at(ErrorCode.EXISTS, asked, "exists already and is not a directory");
        }
    }

    /** Make a symbolic link. */
    public void symlink(WorkspacePath path, String asked, String target) throws IOException {
        if (target.isEmpty() || target.indexOf('\0') >= 0 || !Names.isEncodable(target)) {
            throw WorkspaceException.at(
                    ErrorCode.INVALID_ARGUMENT, asked, "the target must not be empty, hold a NUL or be unencodable");
        }
        try (Place place = walker.locate(path, asked, false)) {
            if (place.exists()) {
                throw WorkspaceException.at(ErrorCode.EXISTS, asked, "exists already");
            }
            walker.require(Use.WRITE, place);
            place.withParents().parent().symlink(place.name(), target);
        }
    }

    /** Set permission bits, following links. */
    public void setMode(WorkspacePath path, String asked, int mode) throws IOException {
        if (mode < 0 || mode > 07777) {
            throw WorkspaceException.at(ErrorCode.INVALID_ARGUMENT, asked, "the mode must be 0 to 07777");
        }
        try (Place place = walker.locate(path, asked, true)) {
            Node node = place.node();
            if (node.type() == EntryType.OTHER) {
                throw notAFile(asked);
            }
            walker.require(Use.WRITE, place);
            if (place.isRoot()) {
                place.parent().setOwnMode(mode);
            } else {
                place.parent().setMode(place.name(), mode);
            }
        }
    }

    /** Make an empty file or set the time of what is there. */
    public void touch(WorkspacePath path, String asked, @Nullable Instant modified, Instant now) throws IOException {
        FileTime time = FileTime.from(modified != null ? modified : now);
        try (Place place = walker.locate(path, asked, true)) {
            if (place.exists() && place.node().type() == EntryType.OTHER) {
                throw notAFile(asked);
            }
            walker.require(Use.WRITE, place);
            if (place.isRoot()) {
                place.parent().setOwnModified(time);
                return;
            }
            Place ready = place.withParents();
            if (!place.exists()) {
                try {
                    ready.parent().createFile(place.name(), 0644).close();
                } catch (FileAlreadyExistsException e) {
                    // made by somebody else meanwhile: setting its time is what was asked for
                }
            }
            ready.parent().setModified(place.name(), time);
        }
    }

    /**
     * Open a directory for starting a command in it, to be closed by the caller.
     *
     * @return the open directory and its path from the root, links followed
     */
    public OpenDirectory openDirectory(WorkspacePath path, String asked) throws IOException {
        Dir entered = walker.enter(path, asked);
        if (entered != null) {
            return new OpenDirectory(entered, path);
        }
        try (Place place = walker.locate(path, asked, true)) {
            return new OpenDirectory(place.openDirectory(), place.real());
        }
    }

    /**
     * An open directory and where it is.
     *
     * @param directory the directory
     * @param path its path from the root
     */
    public record OpenDirectory(Dir directory, WorkspacePath path) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            directory.close();
        }
    }
}
