package dev.cofferdam.internal.egress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One end of a connection: the client's or the server's. What it cannot take at once is kept, and while something is kept
 * the other end is not read, so that no more than one buffer waits.
 */
final class Side {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer waiting = NOTHING;
    private boolean inputEnded;
    private boolean ending;
    private boolean outputEnded;
    private boolean deaf;

    Side(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Read what is there, and return whether there was anything; at the end of input remember that. */
    boolean read(ByteBuffer buffer) throws IOException {
        buffer.clear();
        int count = inputEnded ? -1 : channel.read(buffer);
        inputEnded |= count < 0;
        buffer.flip();
        return count > 0;
    }

    void endInput() {
        inputEnded = true;
    }

    boolean inputEnded() {
        return inputEnded;
    }

    /** Send bytes, or keep them until they can be sent. The buffer is the caller's again afterwards. */
    void send(ByteBuffer data) throws IOException {
        if (!data.hasRemaining()) {
            // Even this would fail once the output is at its end.
            return;
        }
        if (!waiting.hasRemaining()) {
            channel.write(data);
            if (data.hasRemaining()) {
                waiting = ByteBuffer.allocate(data.remaining()).put(data).flip();
            }
            return;
        }
        waiting = ByteBuffer.allocate(waiting.remaining() + data.remaining())
                .put(waiting)
                .put(data)
                .flip();
    }

    /** Send what was kept. */
    void flush() throws IOException {
        if (waiting.hasRemaining()) {
            channel.write(waiting);
        }
        if (!waiting.hasRemaining()) {
            waiting = NOTHING;
            endOutput();
        }
    }

    /** Tell whether more can be sent. */
    boolean isFree() {
        return !waiting.hasRemaining();
    }

    /** Drop what was kept, and remember that this end takes no more. */
    void deafen() {
        deaf = true;
        waiting = NOTHING;
    }

    boolean isDeaf() {
        return deaf;
    }

    /** End the output once everything was sent. */
    void end() throws IOException {
        ending = true;
        endOutput();
    }

    private void endOutput() throws IOException {
        if (ending && !outputEnded && isFree()) {
            outputEnded = true;
            channel.shutdownOutput();
        }
    }

    /** Tell whether everything was sent and the output is at its end. */
    boolean outputEnded() {
        return outputEnded;
    }

    /** Wait for what can be done next: reading when it is wanted, and sending what is kept. */
    void await(boolean reading) throws IOException {
        if (!key.isValid()) {
            throw new ClosedChannelException();
        }
        int operations = (reading && !inputEnded ? SelectionKey.OP_READ : 0) | (isFree() ? 0 : SelectionKey.OP_WRITE);
        key.interestOps(operations);
    }
}
