package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands between a client and the daemon, and writes down what is asked. */
final class CountingProxy implements AutoCloseable {
    private static final Pattern REQUEST = Pattern.compile("(GET|POST|PUT|HEAD|DELETE) (/[^ ]*) HTTP/1.1\r\n");

    private final ServerSocketChannel server;
    private final Path socket;
    private final Path daemon;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();

    CountingProxy(Path directory, Path daemon) throws IOException {
        this.socket = directory.resolve("p.sock");
        this.daemon = daemon;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        start(this::accept);
    }

    String socket() {
        return socket.toString();
    }

    /** Forget what was asked. */
    void reset() {
        requests.clear();
    }

    /** Return what was asked since, such as {@code POST /exec/ID/start}, without the version and with ids replaced. */
    List<String> requests() {
        return requests;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "counting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                SocketChannel to = SocketChannel.open(UnixDomainSocketAddress.of(daemon));
                open.add(client);
                open.add(to);
                start(() -> pass(client, to, true));
                start(() -> pass(to, client, false));
            }
        } catch (IOException e) {
            // The test is over.
            return;
        }
    }

    private void pass(SocketChannel from, SocketChannel to, boolean count) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                if (count) {
                    note(new String(buffer.array(), 0, buffer.limit(), StandardCharsets.ISO_8859_1));
                }
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is broken already.
            return;
        }
    }

    private void note(String text) {
        Matcher matcher = REQUEST.matcher(text);
        while (matcher.find()) {
            requests.add(matcher.group(1) + " "
                    + matcher.group(2)
                            .replaceFirst("^/v[0-9.]+", "")
                            .replaceAll("[0-9a-f]{64}", "ID")
                            .replaceFirst("\\?.*", ""));
        }
    }

    /** Have nobody listen any more, and cut all connections, as a daemon that ends does. */
    void cut() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
        open.forEach(CountingProxy::close);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
