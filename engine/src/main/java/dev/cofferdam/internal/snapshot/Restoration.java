package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.archive.ArchiveEntry;
import dev.cofferdam.internal.archive.FileWriter;
import dev.cofferdam.internal.archive.FileWriter.Attributes;
import dev.cofferdam.internal.archive.OpenPath;
import dev.cofferdam.internal.archive.TarReader;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Node;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Brings back what a snapshot holds, after what is in the way was removed. */
final class Restoration {
    private static final int OWNER_ALL = 0700;

    /** Up to this size a file that seems unchanged is compared, and left as it is when it is. */
    private static final int COMPARED = 1 << 20;

    private final IndexNode index;
    private final FileWriter files;
    private final byte[] present = new byte[COMPARED];
    private long done;

    Restoration(IndexNode index, RandomGenerator random) {
        this.index = index;
        this.files = new FileWriter(random);
    }

    /** Return how many entries are as recorded, for a message when something failed. */
    long done() {
        return done;
    }

    void run(Dir root, TarReader reader) throws IOException {
        try (OpenPath open = new OpenPath(root, this::finishDirectory)) {
            ArchiveEntry entry = reader.next();
            while (entry != null) {
                Interrupts.check();
                IndexNode node = index.find(entry.path());
                if (node != null && !index.isBlocked(entry.path())) {
                    String path = entry.path();
                    restore(open.parentOf(path), path.substring(path.lastIndexOf('/') + 1), node, reader.content());
                    if (node.isDirectory()) {
                        // Going in now makes sure that it is finished when it is left, even an empty one.
                        open.directory(path);
                    }
                }
                done++;
                entry = reader.next();
            }
            open.leaveAll();
        }
    }

    private void restore(Dir dir, String name, IndexNode node, InputStream content) throws IOException {
        switch (node.type()) {
            case DIRECTORY -> {
                if (node.present() == null) {
                    dir.mkdir(name, node.mode() | OWNER_ALL);
                }
            }
            case SYMLINK -> symlink(dir, name, node);
            default -> file(dir, name, node, content);
        }
    }

    private static void symlink(Dir dir, String name, IndexNode node) throws IOException {
        if (node.present() != null) {
            if (dir.readLink(name).equals(node.target())) {
                dir.setModified(name, node.modified());
                return;
            }
            dir.unlink(name);
        }
        dir.symlink(name, node.target());
        dir.setModified(name, node.modified());
    }

    private void file(Dir dir, String name, IndexNode node, InputStream content) throws IOException {
        Attributes attributes = new Attributes(node.mode(), node.modified(), node.size());
        Node there = node.present();
        if (there == null) {
            files.create(dir, name, attributes, content);
            return;
        }
        if (!seemsUnchanged(node, there)) {
            files.replace(dir, name, attributes, content);
            return;
        }
        byte[] bytes = content.readNBytes((int) node.size());
        if (!holds(dir, name, bytes)) {
            files.replace(dir, name, attributes, new ByteArrayInputStream(bytes));
        }
    }

    private static boolean seemsUnchanged(IndexNode node, Node there) {
        return node.size() <= COMPARED
                && node.size() == there.size()
                && node.mode() == there.mode()
                && node.modified().equals(there.modified());
    }

    private boolean holds(Dir dir, String name, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(present, 0, bytes.length);
        try (SeekableByteChannel channel = dir.openFile(name)) {
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // read on
            }
        } catch (java.nio.file.AccessDeniedException e) {
            return false;
        }
        return Arrays.equals(present, 0, buffer.position(), bytes, 0, bytes.length);
    }

    /** Give a directory its mode, and its time after all that changed it (WS-SNAP-003). */
    private void finishDirectory(Dir parent, String path, String name) throws IOException {
        @Nullable IndexNode node = index.find(path);
        if (node == null) {
            return;
        }
        boolean opened = (node.mode() & OWNER_ALL) != OWNER_ALL;
        if (opened || (node.present() != null && node.present().mode() != node.mode())) {
            parent.setMode(name, node.mode());
        }
        parent.setModified(name, node.modified());
    }
}
