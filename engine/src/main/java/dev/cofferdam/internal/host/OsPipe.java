package dev.cofferdam.internal.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pipe of this process with a name under which a program that is started can open it.
 *
 * <p>The pipes of {@link Process} will not do. Reading one cannot be interrupted, and when the program ends the JDK
 * reads all that is left in it, without end where a process that escaped goes on printing. The channels of this one can
 * be read without blocking and be closed at any time (WS-EXEC-008).
 */
public final class OsPipe {
    private static final String DESCRIPTORS = "/proc/self/fd/";
    private static final int MOST_MARKS = 2000;
    private static final int ATTEMPTS = 100;

    private final Pipe pipe;
    private final String path;

    private OsPipe(Pipe pipe, String path) {
        this.pipe = pipe;
        this.path = path;
    }

    /** Return the end to read from. */
    public Pipe.SourceChannel source() {
        return pipe.source();
    }

    /** Return the end to write to. */
    public Pipe.SinkChannel sink() {
        return pipe.sink();
    }

    /** Return the path under which this process can open either end once more. */
    public String path() {
        return path;
    }

    /** Close both ends. */
    public void close() throws IOException {
        try {
            pipe.source().close();
        } finally {
            pipe.sink().close();
        }
    }

    /** Makes pipes. Safe for use by several threads. */
    public static final class Maker {
        private final AtomicInteger marks = new AtomicInteger();
        // Where the last pipes were found: their descriptors are free again and the next ones get the same numbers.
        private final AtomicInteger hint = new AtomicInteger(-1);
        private final AtomicInteger otherHint = new AtomicInteger(-1);

        /** Make a pipe. */
        public OsPipe open() throws IOException {
            Pipe pipe = Pipe.open();
            try {
                return new OsPipe(pipe, DESCRIPTORS + descriptorOf(pipe));
            } catch (IOException | RuntimeException e) {
                pipe.source().close();
                pipe.sink().close();
                throw e;
            }
        }

        /**
         * Java does not tell the number of a descriptor, but only ours holds just as many bytes as we write into it.
         * Another pipe may do so for a moment, with what some program printed; then another number of bytes decides. One
         * search at a time: a look at a pipe is a descriptor of it too, which another search must not take for ours.
         */
        private synchronized int descriptorOf(Pipe pipe) throws IOException {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                int found = attempt(pipe);
                if (found >= 0) {
                    int last = hint.getAndSet(found);
                    if (last != found) {
                        otherHint.set(last);
                    }
                    return found;
                }
            }
            throw new IOException("the descriptor of a pipe was not found; is /proc mounted?");
        }

        private int attempt(Pipe pipe) throws IOException {
            int first = 1 + Math.floorMod(marks.getAndIncrement() * 7, MOST_MARKS);
            write(pipe, first);
            int found = search(first);
            write(pipe, 1);
            boolean certain = found >= 0 && held(found) == first + 1;
            ByteBuffer sink = ByteBuffer.allocate(first + 1);
            while (sink.hasRemaining()) {
                pipe.source().read(sink);
            }
            return certain && held(found) == 0 ? found : -1;
        }

        private int search(int bytes) throws IOException {
            for (int candidate : new int[] {otherHint.get(), hint.get()}) {
                if (candidate >= 0 && held(candidate) == bytes) {
                    return candidate;
                }
            }
            String[] names = new java.io.File(DESCRIPTORS).list();
            if (names != null) {
                for (String name : names) {
                    int candidate = Integer.parseInt(name);
                    if (held(candidate) == bytes) {
                        return candidate;
                    }
                }
            }
            return -1;
        }

        /** Return how many bytes the pipe with this descriptor holds; -1 when it is no pipe. */
        private static int held(int descriptor) {
            String name = DESCRIPTORS + descriptor;
            try {
                // Opening a FIFO would block; an unnamed pipe never does.
                if (!Files.readSymbolicLink(Path.of(name)).toString().startsWith("pipe:[")) {
                    return -1;
                }
                try (FileInputStream in = new FileInputStream(name)) {
                    return in.available();
                }
            } catch (IOException e) {
                // Closed meanwhile by its owner: not the one that is sought.
                return -1;
            }
        }

        private static void write(Pipe pipe, int bytes) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(bytes);
            while (buffer.hasRemaining()) {
                pipe.sink().write(buffer);
            }
        }
    }
}
