package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.archive.ArchiveEntry;
import dev.cofferdam.internal.archive.TapeInput;
import dev.cofferdam.internal.archive.TarReader;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.PathText;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The archive of a snapshot, which is checked as a whole before anything of it is used (WS-SNAP-005). */
final class SnapshotArchive implements Closeable {
    private final SeekableByteChannel channel;
    private final IndexNode root = IndexNode.root();
    private final List<String> files = new ArrayList<>();

    private SnapshotArchive(SeekableByteChannel channel) {
        this.channel = channel;
    }

    /**
     * Open and check an archive.
     *
     * @throws WorkspaceException {@code IO} when it is not what the record says
     */
    static SnapshotArchive open(Dir folder, String name, SnapshotRecord record) throws IOException {
        SeekableByteChannel channel;
        try {
            if (folder.stat(name).type() != EntryType.FILE) {
                throw new IOException("it is not a file");
            }
            channel = folder.openFile(name);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw damaged(record, "its archive cannot be opened", e);
        }
        try {
            SnapshotArchive archive = new SnapshotArchive(channel);
            archive.check(record);
            return archive;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Return the CRC-32C of a file. */
    static long checksum(Dir folder, String name) throws IOException {
        try (SeekableByteChannel channel = folder.openFile(name);
                TapeInput in = new TapeInput(channel)) {
            return in.checksumToEnd();
        }
    }

    /** Return what the archive holds. */
    IndexNode root() {
        return root;
    }

    /** Return the paths of all files, in the order of the archive. */
    List<String> files() {
        return files;
    }

    /** Begin to read the entries. */
    TarReader read() throws IOException {
        channel.position(0);
        return new TarReader(new TapeInput(channel));
    }

    private void check(SnapshotRecord record) throws IOException {
        if (channel.size() != record.length()) {
            throw damaged(record, "its archive has " + channel.size() + " bytes instead of " + record.length(), null);
        }
        long entries = 0;
        long checksum;
        try (TapeInput in = new TapeInput(channel);
                TarReader reader = new TarReader(in)) {
            ArchiveEntry entry = reader.next();
            while (entry != null) {
                Interrupts.check();
                add(entry);
                entries++;
                entry = reader.next();
            }
            checksum = in.checksumToEnd();
        } catch (ClosedByInterruptException | InterruptedIOException e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            throw damaged(record, "its archive cannot be read", e);
        }
        if (entries != record.entries()) {
            throw damaged(record, "it has " + entries + " entries instead of " + record.entries(), null);
        }
        if (checksum != record.checksum()) {
            throw damaged(record, "its checksum is another", null);
        }
    }

    private void add(ArchiveEntry entry) throws IOException {
        List<String> names = PathText.names(entry.path());
        IndexNode parent = root;
        for (String name : names.subList(0, names.size() - 1)) {
            IndexNode next = parent.child(name);
            if (next == null || !next.isDirectory()) {
                throw new IOException("an entry whose directory did not come before it");
            }
            parent = next;
        }
        String name = names.get(names.size() - 1);
        if (Reserved.isHidden(name, parent == root)) {
            throw new IOException("an entry with a reserved name");
        }
        if (parent.children().putIfAbsent(name, IndexNode.of(entry)) != null) {
            throw new IOException("two entries of one path");
        }
        if (entry.type() == EntryType.FILE) {
            files.add(entry.path());
        }
    }

    private static WorkspaceException damaged(SnapshotRecord record, String how, @Nullable Exception cause) {
        WorkspaceException e = WorkspaceException.of(
                ErrorCode.IO,
                "The snapshot " + record.id() + " is damaged: " + how
                        + ". Nothing was touched; delete it and use another.");
        return cause == null ? e : e.causedBy(cause);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
