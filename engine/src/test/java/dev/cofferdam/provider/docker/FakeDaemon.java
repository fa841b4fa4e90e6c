package dev.cofferdam.provider.docker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers requests on a socket as a test wants them answered, byte for byte. */
final class FakeDaemon implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Path socket;
    private final Script script;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** What a client sent. */
    record Request(String method, String path, Map<String, String> headers, String body) {}

    /** A connection on which a request came. */
    record Line(SocketChannel channel, InputStream in, OutputStream out) {
        void send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        void json(int status, String json) throws IOException {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            send("HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                    + "\r\n\r\n" + json);
        }
    }

    /** How a request is answered. */
    @FunctionalInterface
    interface Script {
        /** Answer; return whether the connection goes on. */
        boolean answer(Request request, Line line) throws IOException, InterruptedException;
    }

    FakeDaemon(Path directory, Script script) throws IOException {
        this.socket = java.nio.file.Files.createTempDirectory(directory, "d").resolve("d.sock");
        this.script = script;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread thread = new Thread(this::accept, "fake-daemon");
        thread.setDaemon(true);
        thread.start();
    }

    Endpoint endpoint() {
        return Endpoint.socket(socket);
    }

    List<Request> requests() {
        return requests;
    }

    int connections() {
        return connections.get();
    }

    int openConnections() {
        return open.size();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                connections.incrementAndGet();
                open.add(channel);
                Thread thread = new Thread(() -> serve(channel), "fake-daemon-line");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // The test is over.
            return;
        }
    }

    private void serve(SocketChannel channel) {
        try (channel) {
            Line line = new Line(channel, Channels.newInputStream(channel), Channels.newOutputStream(channel));
            Request request = read(line.in());
            while (request != null) {
                requests.add(request);
                if (!script.answer(request, line)) {
                    return;
                }
                request = read(line.in());
            }
        } catch (IOException e) {
            // The client went away, as some of these tests have it.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(channel);
        }
    }

    private static Request read(InputStream in) throws IOException {
        String start = line(in);
        if (start == null) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] bytes = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        String body = new String(bytes, StandardCharsets.UTF_8);
        String[] words = start.split(" ", 3);
        return new Request(words[0], words[1], headers, body);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        while (b >= 0 && b != '\n') {
            if (b != '\r') {
                line.write(b);
            }
            b = in.read();
        }
        return b < 0 && line.size() == 0 ? null : line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }
}
