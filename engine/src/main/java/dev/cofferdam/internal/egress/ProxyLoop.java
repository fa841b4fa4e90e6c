package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.Secret;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread of a proxy that moves bytes: it never waits for anything but its channels. */
final class ProxyLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyLoop.class);
    private static final int BUFFER_BYTES = 256 << 10;
    private static final long ROUND_MILLIS = 100;
    private static final long ROUND_NANOS = ROUND_MILLIS * 1_000_000;
    private static final long PAUSE_NANOS = 1_000_000_000;

    private record Destination(Authority to, boolean tunnel) {}

    private final ServerSocketChannel listener;
    private final Selector selector;
    private final SelectionKey listening;
    private final Router router;
    private final Executor routers;
    private final Refusals refusals;
    private final EgressLimits limits;
    private final Machine machine;
    private final Optional<Secret> password;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final List<Connection> connections = new ArrayList<>();
    private final Map<Destination, List<Connection>> routing = new HashMap<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private long now;
    private long swept;
    private long resume;
    private volatile boolean closing;

    ProxyLoop(
            ServerSocketChannel listener,
            EgressRules egress,
            Executor routers,
            Refusals refusals,
            Optional<Secret> password)
            throws IOException {
        this.listener = listener;
        this.router = new Router(egress.rules(), egress.parents(), egress.machine());
        this.routers = routers;
        this.refusals = refusals;
        this.limits = egress.limits();
        this.machine = egress.machine();
        this.password = password;
        this.now = machine.nanos();
        this.swept = now;
        this.resume = now;
        selector = Selector.open();
        listener.configureBlocking(false);
        listening = listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    EgressLimits limits() {
        return limits;
    }

    long now() {
        return now;
    }

    /** Return the buffer that everything is read into and written from before the next reading. */
    ByteBuffer buffer() {
        return buffer;
    }

    void report(Refusal refusal) {
        refusals.add(refusal);
    }

    /** Return who speaks with a client that begins with this byte. */
    Front front(byte first) {
        return switch (first) {
            case 5 -> new SocksFront(password);
            case 4 -> new OldSocksFront();
            default -> new HttpFront(limits.maxHeadBytes(), password);
        };
    }

    SelectionKey register(SelectableChannel channel, int operations, Connection connection) throws IOException {
        return channel.register(selector, operations, connection);
    }

    /** Have the router decide, once for all that ask for the same at the same time. */
    void route(Connection connection, Demand demand) {
        Destination destination = new Destination(demand.to(), demand.tunnel());
        List<Connection> waiting = routing.computeIfAbsent(destination, key -> new ArrayList<>());
        waiting.add(connection);
        if (waiting.size() == 1) {
            routers.execute(() -> {
                Route route = decide(destination);
                later(() -> routed(destination, route));
            });
        }
    }

    private Route decide(Destination destination) {
        try {
            return router.route(destination.to(), destination.tunnel());
        } catch (RuntimeException e) {
            LOG.warn("It could not be decided about {}", destination.to(), e);
            return new Route.Failed("it could not be decided about it");
        }
    }

    private void routed(Destination destination, Route route) {
        List<Connection> waiting = routing.remove(destination);
        if (waiting != null) {
            waiting.forEach(connection -> guarded(connection, () -> connection.routed(route)));
        }
    }

    private void later(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /** Have the thread close everything and end. */
    void end() {
        closing = true;
        selector.wakeup();
    }

    @Override
    public void run() {
        try {
            while (!closing) {
                round();
            }
        } catch (IOException | ClosedSelectorException e) {
            LOG.warn("The proxy of a sandbox failed; its command reaches no host any more", e);
        } finally {
            closeAll();
        }
    }

    private void round() throws IOException {
        if (connections.isEmpty() && listening.interestOps() != 0) {
            selector.select();
        } else {
            selector.select(ROUND_MILLIS);
        }
        now = machine.nanos();
        for (Runnable task = tasks.poll(); task != null && !closing; task = tasks.poll()) {
            task.run();
        }
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid() && !closing) {
                handle(key);
            }
        }
        selector.selectedKeys().clear();
        sweep();
    }

    private void handle(SelectionKey key) {
        Object owner = key.attachment();
        if (owner instanceof Connection connection) {
            guarded(connection, () -> connection.ready(key));
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            while (connections.size() < limits.maxConnections()) {
                SocketChannel channel = listener.accept();
                if (channel == null) {
                    return;
                }
                take(channel);
            }
        } catch (IOException e) {
            // Such as too many open files: those who wait are served a little later.
            LOG.warn("The proxy of a sandbox could not take a connection", e);
            resume = now + PAUSE_NANOS;
        }
        listening.interestOps(0);
    }

    private void take(SocketChannel channel) throws IOException {
        boolean taken = false;
        try {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            Connection connection = new Connection(this, channel, key);
            key.attach(connection);
            connections.add(connection);
            taken = true;
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    /** Forget what is closed, end what is late, and take new connections again. */
    private void sweep() {
        if (now - swept >= ROUND_NANOS) {
            swept = now;
            connections.forEach(connection -> guarded(connection, () -> connection.endIfLate(now)));
        }
        connections.removeIf(Connection::isClosed);
        if (connections.size() < limits.maxConnections() && now - resume >= 0) {
            listening.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    /** One connection that fails ends itself and no other. */
    private static void guarded(Connection connection, Action action) {
        try {
            action.run();
        } catch (IOException | CancelledKeyException e) {
            LOG.debug("A connection of a sandbox ended early", e);
            close(connection);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            LOG.debug("A connection of a sandbox could not be closed", e);
        }
    }

    private void closeAll() {
        connections.forEach(ProxyLoop::close);
        connections.clear();
        try (selector;
                listener) {
            tasks.clear();
        } catch (IOException e) {
            LOG.warn("The proxy of a sandbox could not be closed", e);
        }
    }
}
