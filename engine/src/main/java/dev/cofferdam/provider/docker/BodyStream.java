package dev.cofferdam.provider.docker;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * The body of a response. Closing it before its end is allowed, and costs the connection; at its end the connection is
 * free for the next request.
 */
final class BodyStream extends InputStream {
    private final HttpConnection connection;
    private final Deadline deadline;
    private final Release release;
    private final Framing framing;
    private final boolean reusable;
    private long left;
    private boolean betweenChunks = true;
    private boolean ended;
    private boolean closed;

    /** How the end of a body is known. */
    enum Framing {
        NONE,
        LENGTH,
        CHUNKS,
        CONNECTION
    }

    /** Takes the connection back. */
    @FunctionalInterface
    interface Release {
        void accept(HttpConnection connection, boolean reusable);
    }

    private BodyStream(
            HttpConnection connection,
            Deadline deadline,
            Release release,
            Framing framing,
            long length,
            boolean reusable) {
        this.connection = connection;
        this.deadline = deadline;
        this.release = release;
        this.framing = framing;
        this.left = length;
        this.reusable = reusable;
        if (framing == Framing.NONE || (framing == Framing.LENGTH && length == 0)) {
            end();
        }
    }

    static BodyStream of(String method, HttpHead head, HttpConnection connection, Deadline deadline, Release release)
            throws IOException {
        boolean none = method.equals("HEAD") || head.status() == 204 || head.status() == 304;
        Framing framing;
        if (none) {
            framing = Framing.NONE;
        } else if (head.isChunked()) {
            framing = Framing.CHUNKS;
        } else {
            framing = head.length().isPresent() ? Framing.LENGTH : Framing.CONNECTION;
        }
        return new BodyStream(
                connection,
                deadline,
                release,
                framing,
                head.length().orElse(0L),
                framing != Framing.CONNECTION && !head.closes());
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (closed && !ended) {
            throw new IOException("the answer was closed");
        }
        if (length == 0) {
            return 0;
        }
        if (ended || !beginPart()) {
            return -1;
        }
        int wanted = framing == Framing.CONNECTION ? length : (int) Math.min(length, left);
        int read = connection.read(target, offset, wanted, deadline);
        if (read < 0) {
            if (framing != Framing.CONNECTION) {
                throw new EOFException("the Docker daemon closed the connection in the middle of an answer");
            }
            end();
            return -1;
        }
        endPart(read);
        return read;
    }

    private void endPart(int read) throws IOException {
        if (framing == Framing.CONNECTION) {
            return;
        }
        left -= read;
        if (left == 0 && framing == Framing.CHUNKS) {
            connection.readLine(deadline);
            betweenChunks = true;
            // A reader of JSON stops at the end of the text, and would never see the end of the body.
            if (connection.skipEndOfChunks()) {
                end();
            }
        } else if (left == 0) {
            end();
        }
    }

    /** Read the size of the next chunk; tell whether there is anything to read. */
    private boolean beginPart() throws IOException {
        if (framing != Framing.CHUNKS || !betweenChunks) {
            return true;
        }
        String size = connection.readLine(deadline).split(";", 2)[0].strip();
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            throw new IOException("the Docker daemon sent a chunk without a size");
        }
        left = Long.parseLong(size, 16);
        betweenChunks = false;
        if (left > 0) {
            return true;
        }
        while (!connection.readLine(deadline).isEmpty()) {
            // A trailer, of which the daemon has none that matters.
        }
        end();
        return false;
    }

    private void end() {
        ended = true;
        release(reusable);
    }

    private void release(boolean forUse) {
        if (!closed) {
            closed = true;
            release.accept(connection, forUse);
        }
    }

    @Override
    public void close() {
        release(false);
    }
}
