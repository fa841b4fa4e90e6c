package dev.cofferdam.internal.egress;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Connects to the first of some addresses that answers, one after the other. */
final class Dialing {
    private final ProxyLoop loop;
    private final Connection owner;
    private final Iterator<InetSocketAddress> addresses;
    private @Nullable SocketChannel channel;
    private String problem = "it has no address";

    Dialing(ProxyLoop loop, Connection owner, List<InetSocketAddress> addresses) {
        this.loop = loop;
        this.owner = owner;
        this.addresses = addresses.iterator();
    }

    /** Try the next address, and return the connection when it is there at once. */
    Optional<Side> next() throws IOException {
        while (addresses.hasNext()) {
            SocketChannel next = SocketChannel.open();
            try {
                next.configureBlocking(false);
                next.setOption(StandardSocketOptions.TCP_NODELAY, true);
                SelectionKey key = loop.register(next, SelectionKey.OP_CONNECT, owner);
                boolean connected = next.connect(addresses.next());
                channel = connected ? null : next;
                return connected ? Optional.of(new Side(next, key)) : Optional.empty();
            } catch (IOException | UnsupportedAddressTypeException e) {
                next.close();
                problem = problem(e);
            }
        }
        channel = null;
        return Optional.empty();
    }

    /** Tell whether this key is of a connection that is being made. */
    boolean owns(SelectionKey key) {
        return channel != null && key.channel() == channel;
    }

    /** Go on after something happened to the connection that is being made, and return it when it is there. */
    Optional<Side> finish(SelectionKey key) throws IOException {
        SocketChannel current = channel;
        try {
            if (current == null || !current.finishConnect()) {
                return Optional.empty();
            }
            channel = null;
            return Optional.of(new Side(current, key));
        } catch (IOException e) {
            problem = problem(e);
            close();
            return next();
        }
    }

    /** Give the address up that takes too long, and try the next one. */
    Optional<Side> late() throws IOException {
        problem = "no connection was made within connectTimeout";
        close();
        return next();
    }

    /** Return what went wrong last, once no address is left. */
    Optional<String> failure() {
        return channel == null && !addresses.hasNext() ? Optional.of(problem) : Optional.empty();
    }

    void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    private static String problem(Exception e) {
        return e instanceof ConnectException ? "the connection was refused" : "no connection could be made";
    }
}
