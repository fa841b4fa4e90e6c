package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Writes files to a tape, each as it was at one moment or not at all (WS-SNAP-007). */
final class FileRecorder {
    static final String CHANGED = "changed while it was read";
    static final String UNREADABLE = "cannot be read";

    /** Files up to this size are read whole before anything is written. */
    private static final int WHOLE = 1 << 20;

    private static final int READINGS = 2;

    /**
     * How it went.
     *
     * @param size the bytes of the file that was recorded
     * @param problem why none was; empty when one was
     */
    record Outcome(long size, String problem) {}

    /** A file cannot be read; the cause says why. */
    static final class UnreadableException extends IOException {
        private static final long serialVersionUID = 1L;

        UnreadableException(IOException cause) {
            super(cause);
        }
    }

    private final TapeQueue queue;
    private String problem = CHANGED;
    private final byte[] bytes = new byte[WHOLE];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    FileRecorder(TapeQueue queue) {
        this.queue = queue;
    }

    /** Record a file, reading it again when it changes meanwhile. */
    Outcome record(Dir dir, Node seen, String path, long maxFileBytes) throws IOException {
        Node before = seen;
        problem = CHANGED;
        for (int reading = 0; reading < READINGS; reading++) {
            if (before.type() != EntryType.FILE) {
                return new Outcome(0, CHANGED);
            }
            if (before.size() > maxFileBytes) {
                return new Outcome(0, before.size() + " bytes, over maxFileBytes " + maxFileBytes);
            }
            boolean whole = before.size() <= WHOLE;
            long mark = whole ? 0 : queue.drained().position();
            boolean complete = whole ? readWhole(dir, before) : stream(queue.drained(), dir, before, path);
            Node after = stat(dir, before.name());
            if (complete && isSame(before, after)) {
                if (whole) {
                    writeWhole(before, path);
                }
                return new Outcome(before.size(), "");
            }
            if (!whole) {
                queue.drained().forgetLast(mark);
            }
            before = after;
        }
        return new Outcome(0, problem);
    }

    private static Node stat(Dir dir, String name) throws IOException {
        try {
            return dir.stat(name);
        } catch (NoSuchFileException e) {
            throw new UnreadableException(e);
        }
    }

    private static boolean isSame(Node a, Node b) {
        return a.size() == b.size() && a.modified().equals(b.modified()) && Objects.equals(a.key(), b.key());
    }

    private boolean readWhole(Dir dir, Node node) throws UnreadableException {
        buffer.clear().limit((int) node.size());
        try (SeekableByteChannel channel = dir.openFile(node)) {
            return fill(channel);
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
    }

    /** Fill the buffer to its limit, and tell whether the file had that much. */
    private boolean fill(SeekableByteChannel channel) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                return false;
            }
        }
        return true;
    }

    private void writeWhole(Node node, String path) throws IOException {
        int size = (int) node.size();
        if (size < DataMap.MIN_HOLE) {
            byte[] copy = Arrays.copyOf(bytes, size);
            queue.add(size, tape -> write(tape, node, path, copy));
            return;
        }
        TarTape tape = queue.drained();
        DataMap map = new DataMap();
        map.add(bytes, size);
        List<long[]> data = map.finish();
        if (!map.hasHoles()) {
            tape.file(path, node.mode(), node.modified(), size);
            tape.write(bytes, 0, size);
            tape.end();
            return;
        }
        tape.sparseFile(path, node.mode(), node.modified(), size, data);
        for (long[] piece : data) {
            tape.write(bytes, (int) piece[0], (int) piece[1]);
        }
        tape.end();
    }

    private static void write(TarTape tape, Node node, String path, byte[] content) throws IOException {
        tape.file(path, node.mode(), node.modified(), content.length);
        tape.write(content, 0, content.length);
        tape.end();
    }

    /** Write a large file in two readings, one for the holes and one for the data. */
    private boolean stream(TarTape tape, Dir dir, Node node, String path) throws IOException {
        try (SeekableByteChannel channel = open(dir, node)) {
            DataMap map = new DataMap();
            boolean complete = scan(channel, node.size(), map);
            List<long[]> data = map.finish();
            if (!complete) {
                data = List.of(new long[] {0, node.size()});
            }
            if (map.hasHoles() && complete) {
                tape.sparseFile(path, node.mode(), node.modified(), node.size(), data);
            } else {
                tape.file(path, node.mode(), node.modified(), node.size());
            }
            for (long[] piece : data) {
                complete &= piece(tape, channel, piece[0], piece[1]);
            }
            tape.end();
            return complete;
        }
    }

    private static SeekableByteChannel open(Dir dir, Node node) throws UnreadableException {
        try {
            return dir.openFile(node);
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
    }

    private boolean scan(SeekableByteChannel channel, long size, DataMap map) throws IOException {
        for (long at = 0; at < size; at += WHOLE) {
            Interrupts.check();
            if (!read(channel, at, (int) Math.min(WHOLE, size - at))) {
                return false;
            }
            map.add(bytes, buffer.position());
        }
        return true;
    }

    /** Write a piece of the file, anything in place of what is no longer there, for the size is written already. */
    private boolean piece(TarTape tape, SeekableByteChannel channel, long offset, long length) throws IOException {
        boolean complete = true;
        for (long done = 0; done < length; done += WHOLE) {
            Interrupts.check();
            int part = (int) Math.min(WHOLE, length - done);
            complete &= read(channel, offset + done, part);
            tape.write(bytes, 0, part);
        }
        return complete;
    }

    private boolean read(SeekableByteChannel channel, long offset, int length) throws IOException {
        buffer.clear().limit(length);
        try {
            channel.position(offset);
            return fill(channel);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // The entry has begun already, so it is brought to its end and then forgotten.
            problem = UNREADABLE;
            return false;
        }
    }
}
