package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.EgressRules;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A proxy as it is written in an afternoon, which checks that check the product's must notice: it judges the first
 * request of a connection and passes on whatever comes, looks the name up once to judge it and once more to connect, and
 * says yes to whatever SOCKS is asked for.
 */
final class CarelessProxy implements Closeable {
    private final ServerSocketChannel listener;
    private final EgressRules rules;

    private CarelessProxy(ServerSocketChannel listener, EgressRules rules) {
        this.listener = listener;
        this.rules = rules;
    }

    static CarelessProxy start(Path socket, EgressRules rules) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        CarelessProxy proxy = new CarelessProxy(listener, rules);
        proxy.run(proxy::accept);
        return proxy;
    }

    /** Something that ends with its connection. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The connection, or the proxy, was closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            SocketChannel client = listener.accept();
            run(() -> {
                try (client) {
                    serve(client);
                }
            });
        }
    }

    private void serve(SocketChannel client) throws IOException {
        ByteBuffer first = ByteBuffer.allocate(1 << 16);
        client.read(first);
        first.flip();
        if (first.get(0) == 5) {
            client.write(ByteBuffer.wrap(new byte[] {5, 0}));
            client.read(ByteBuffer.allocate(512));
            client.write(ByteBuffer.wrap(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 80}));
            client.read(ByteBuffer.allocate(1));
            return;
        }
        String line = StandardCharsets.ISO_8859_1.decode(first.duplicate()).toString();
        URI target = URI.create(line.split(" ", 3)[1]);
        rules.machine().resolve(target.getHost());
        InetSocketAddress to =
                new InetSocketAddress(rules.machine().resolve(target.getHost()).get(0), target.getPort());
        try (SocketChannel server = SocketChannel.open(to)) {
            server.write(first);
            run(() -> pass(client, server));
            pass(server, client);
        }
    }

    private static void pass(ByteChannel from, ByteChannel to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        while (from.read(buffer) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                to.write(buffer);
            }
            buffer.clear();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
