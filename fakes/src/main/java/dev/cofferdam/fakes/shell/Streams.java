package dev.cofferdam.fakes.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The open files that are not on the file system: devices, here-documents, captures, streams of the caller. */
final class Streams {

    private static final int MAX_CAPTURE = 64 << 20;

    private Streams() {}

    /** {@code /dev/null}: always at its end, takes everything. */
    static OpenFile nothing() {
        return new OpenFile() {
            @Override
            int read(Task task, byte[] buffer, int offset, int length) {
                return -1;
            }

            @Override
            void write(Task task, byte[] buffer, int offset, int length) {}

            @Override
            void seek(long position) {}

            @Override
            long position() {
                return 0;
            }

            @Override
            void truncate(long size) {}
        };
    }

    /** {@code /dev/zero}. */
    static OpenFile zeros() {
        return new OpenFile() {
            @Override
            int read(Task task, byte[] buffer, int offset, int length) {
                java.util.Arrays.fill(buffer, offset, offset + length, (byte) 0);
                return length;
            }

            @Override
            void write(Task task, byte[] buffer, int offset, int length) {}

            @Override
            void seek(long position) {}

            @Override
            long position() {
                return 0;
            }

            @Override
            void truncate(long size) {}
        };
    }

    /** Bytes to read, such as a here-document. */
    static OpenFile of(byte[] content) {
        return new OpenFile() {
            private int position;

            @Override
            synchronized int read(Task task, byte[] buffer, int offset, int length) {
                int n = Math.min(length, content.length - position);
                System.arraycopy(content, position, buffer, offset, n);
                position += n;
                return n == 0 ? -1 : n;
            }
        };
    }

    /** A stream that the caller gave as standard input. */
    static OpenFile from(InputStream stream) {
        return new OpenFile() {
            @Override
            int read(Task task, byte[] buffer, int offset, int length) throws IOException {
                task.checkpoint();
                // The stream is the caller's: it may block for good, so a killed reader counts as ended at once.
                return Foreign.call(task, () -> stream.read(buffer, offset, length));
            }

            @Override
            void close() {
                quietly(stream);
            }
        };
    }

    /** A stream that the caller gave as standard output or error; closed once no process holds it. */
    static OpenFile to(OutputStream stream) {
        return new OpenFile() {
            @Override
            void write(Task task, byte[] buffer, int offset, int length) throws IOException {
                task.checkpoint();
                try {
                    Foreign.call(task, () -> {
                        synchronized (stream) {
                            stream.write(buffer, offset, length);
                            stream.flush();
                        }
                        return 0;
                    });
                } catch (IOException e) {
                    task.checkpoint();
                    throw new Errno(Errno.Code.EPIPE);
                }
            }

            @Override
            void close() {
                quietly(stream);
            }
        };
    }

    private static void quietly(java.io.Closeable stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // The process that used it is gone; the caller sees the state of its own stream.
        }
    }

    /** What a command substitution collects; it ends when nobody can write to it any more. */
    static final class Capture extends OpenFile {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean complete;

        @Override
        synchronized void write(Task task, byte[] buffer, int offset, int length) throws IOException {
            if (bytes.size() + (long) length > MAX_CAPTURE) {
                throw new Errno(Errno.Code.ENOMEM);
            }
            bytes.write(buffer, offset, length);
        }

        @Override
        synchronized void close() {
            complete = true;
            notifyAll();
        }

        /** Waits for the last writer and returns what was written, without NULs and final newlines. */
        synchronized String text(Task reader) throws IOException {
            while (!complete) {
                reader.await(this);
            }
            String text = Bytes.of(bytes.toByteArray());
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == '\n') {
                end--;
            }
            String cut = text.substring(0, end);
            return cut.indexOf('\0') < 0 ? cut : cut.replace("\0", "");
        }
    }
}
