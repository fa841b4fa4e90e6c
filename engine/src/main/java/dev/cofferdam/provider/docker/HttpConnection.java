package dev.cofferdam.provider.docker;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection to the daemon that speaks HTTP/1.1, one request after the other. */
final class HttpConnection implements Closeable {
    static final int BUFFER = 1 << 16;
    private static final int LONGEST_LINE = 1 << 15;
    private static final int MOST_LINES = 200;
    private static final byte[] END_OF_CHUNKS = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Wire wire;
    /** What was read and not used, between position and limit. */
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER).flip();

    private boolean used;

    HttpConnection(Wire wire) {
        this.wire = wire;
    }

    Wire wire() {
        return wire;
    }

    /** Tell whether a request went over it already, so that the daemon may have closed it meanwhile. */
    boolean isUsed() {
        return used;
    }

    /** Tell whether it can take another request: open, and nobody said a word that was not asked for. */
    boolean isIdle() {
        try {
            if (!wire.isOpen() || in.hasRemaining()) {
                return false;
            }
            ByteBuffer probe = ByteBuffer.allocate(1);
            return wire.read(probe) == 0;
        } catch (IOException e) {
            // Broken, which is all that there is to know.
            return false;
        }
    }

    /** Send a head and, when the length is known, a body. */
    void send(String head, byte[] body, Deadline deadline) throws IOException {
        used = true;
        byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer all = ByteBuffer.allocate(start.length + body.length);
        write(all.put(start).put(body).flip(), deadline);
    }

    /** Send the rest of a request in chunks. */
    void sendChunks(InputStream body, Deadline deadline) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int length = body.read(buffer);
        while (length >= 0) {
            if (length > 0) {
                byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
                ByteBuffer chunk = ByteBuffer.allocate(size.length + length + 2);
                chunk.put(size).put(buffer, 0, length).put((byte) '\r').put((byte) '\n');
                write(chunk.flip(), deadline);
            }
            length = body.read(buffer);
        }
        write(ByteBuffer.wrap(END_OF_CHUNKS), deadline);
    }

    private void write(ByteBuffer bytes, Deadline deadline) throws IOException {
        while (bytes.hasRemaining()) {
            deadline.requireNotInterrupted();
            if (wire.write(bytes) > 0) {
                deadline.signOfLife();
            } else {
                wire.await(true, deadline.left());
            }
        }
    }

    /** Read the head of the response; informational ones, which announce another, are passed over. */
    HttpHead readHead(Deadline deadline) throws IOException {
        while (true) {
            List<String> lines = new ArrayList<>();
            String line = readLine(deadline);
            while (!line.isEmpty()) {
                lines.add(line);
                if (lines.size() > MOST_LINES) {
                    throw new IOException("the Docker daemon sent a head without an end");
                }
                line = readLine(deadline);
            }
            HttpHead head = HttpHead.parse(lines);
            if (head.status() >= 200 || head.status() == 101) {
                return head;
            }
        }
    }

    String readLine(Deadline deadline) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            char c = (char) (readByte(deadline) & 0xFF);
            if (c == '\n') {
                int end = line.length();
                return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
            }
            line.append(c);
            if (line.length() > LONGEST_LINE) {
                throw new IOException("the Docker daemon sent a line without an end");
            }
        }
    }

    private byte readByte(Deadline deadline) throws IOException {
        if (!in.hasRemaining() && !fill(deadline)) {
            throw new EOFException("the Docker daemon closed the connection in the middle of an answer");
        }
        return in.get();
    }

    /** Read a part of the body; -1 at the end of the connection. */
    int read(byte[] target, int offset, int length, Deadline deadline) throws IOException {
        if (!in.hasRemaining() && !fill(deadline)) {
            return -1;
        }
        int some = Math.min(length, in.remaining());
        in.get(target, offset, some);
        return some;
    }

    private boolean fill(Deadline deadline) throws IOException {
        while (true) {
            int read = readSome();
            if (read != 0) {
                deadline.signOfLife();
                return read > 0;
            }
            deadline.requireNotInterrupted();
            wire.await(false, deadline.left());
        }
    }

    /** Read what is there without waiting, when what was read before is used up; -1 at the end. */
    int readSome() throws IOException {
        if (in.hasRemaining()) {
            return in.remaining();
        }
        in.clear();
        try {
            return wire.read(in);
        } finally {
            in.flip();
        }
    }

    /** Pass over the end of a chunked body when it was read already. */
    boolean skipEndOfChunks() {
        if (in.remaining() < END_OF_CHUNKS.length) {
            return false;
        }
        for (int i = 0; i < END_OF_CHUNKS.length; i++) {
            if (in.get(in.position() + i) != END_OF_CHUNKS[i]) {
                return false;
            }
        }
        in.position(in.position() + END_OF_CHUNKS.length);
        return true;
    }

    /** What {@link #readSome} read. */
    ByteBuffer buffered() {
        return in;
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
