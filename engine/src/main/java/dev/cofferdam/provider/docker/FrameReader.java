package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes apart what the daemon sends of a command: frames of 8 bytes of head and a part of one of the streams. */
final class FrameReader {
    private static final int HEAD = 8;

    private final byte[] head = new byte[HEAD];
    private final byte[] part = new byte[HttpConnection.BUFFER];
    private final Taker taker;
    private int headLength;
    private long left;

    /** Takes a part of a stream. */
    @FunctionalInterface
    interface Taker {
        void take(int stream, byte[] bytes, int length) throws IOException;
    }

    FrameReader(Taker taker) {
        this.taker = taker;
    }

    /** Take what came over the connection, however it was cut. */
    void add(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (left == 0) {
                head[headLength++] = bytes.get();
                if (headLength == HEAD) {
                    begin();
                }
            } else {
                int length = (int) Math.min(Math.min(left, part.length), bytes.remaining());
                bytes.get(part, 0, length);
                left -= length;
                taker.take(head[0], part, length);
            }
        }
    }

    private void begin() throws IOException {
        headLength = 0;
        left = ByteBuffer.wrap(head, 4, 4).getInt() & 0xFFFFFFFFL;
        if (head[0] < 0 || head[0] > 2 || head[1] != 0 || head[2] != 0 || head[3] != 0) {
            throw new IOException("the Docker daemon sent output that is not framed");
        }
    }
}
