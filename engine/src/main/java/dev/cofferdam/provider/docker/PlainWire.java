package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** A connection over a socket as it is. */
final class PlainWire implements Wire {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;

    private PlainWire(SocketChannel channel, Selector selector) throws IOException {
        this.channel = channel;
        this.selector = selector;
        this.key = channel.register(selector, SelectionKey.OP_READ);
    }

    /** Connect a channel that is not connected yet; it is closed when that fails. */
    static PlainWire connect(SocketChannel channel, SocketAddress address, Deadline deadline) throws IOException {
        Selector selector = null;
        boolean connected = false;
        try {
            channel.configureBlocking(false);
            selector = Selector.open();
            if (!channel.connect(address)) {
                SelectionKey connecting = channel.register(selector, SelectionKey.OP_CONNECT);
                while (!channel.finishConnect()) {
                    select(selector, deadline.left());
                    deadline.requireNotInterrupted();
                }
                connecting.interestOps(SelectionKey.OP_READ);
            }
            PlainWire wire = new PlainWire(channel, selector);
            connected = true;
            return wire;
        } catch (SocketTimeoutException e) {
            throw new SocketTimeoutException("no connection to the Docker daemon came about in time");
        } finally {
            if (!connected) {
                if (selector != null) {
                    selector.close();
                }
                channel.close();
            }
        }
    }

    private static void select(Selector selector, long nanos) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        if (millis == 0) {
            // Less than a millisecond: rather too long than to spin.
            millis = 1;
        }
        try {
            selector.select(millis);
            selector.selectedKeys().clear();
        } catch (ClosedSelectorException | CancelledKeyException e) {
            throw closed(e);
        }
    }

    private static ClosedChannelException closed(RuntimeException cause) {
        ClosedChannelException closed = new ClosedChannelException();
        closed.initCause(cause);
        return closed;
    }

    private void select(int operations, long nanos) throws IOException {
        try {
            key.interestOps(operations);
        } catch (CancelledKeyException e) {
            throw closed(e);
        }
        select(selector, nanos);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    @Override
    public void await(boolean toWrite, long nanos) throws IOException {
        select(toWrite ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ, nanos);
    }

    /** Wait until something can be written, whatever there is to read. */
    void awaitWritable(long nanos) throws IOException {
        select(SelectionKey.OP_WRITE, nanos);
    }

    @Override
    public void wakeup() {
        selector.wakeup();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            selector.close();
        }
    }
}
