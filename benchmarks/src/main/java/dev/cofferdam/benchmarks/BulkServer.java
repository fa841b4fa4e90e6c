package dev.cofferdam.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on the loopback interface that answers every request with the same number of bytes. */
final class BulkServer implements AutoCloseable {
    private static final int BACKLOG = 200;
    private static final byte[] PART = new byte[1 << 18];

    private final ServerSocket socket;
    private final ExecutorService threads;
    private final long bytes;

    BulkServer(long bytes) throws IOException {
        this.bytes = bytes;
        this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "bulk-server");
            thread.setDaemon(true);
            return thread;
        });
        threads.execute(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                threads.execute(() -> answer(client));
            }
        } catch (IOException e) {
            // The end of the server.
            return;
        }
    }

    private void answer(Socket client) {
        try (client) {
            BufferedReader head =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            String line = head.readLine();
            while (line != null && !line.isEmpty()) {
                line = head.readLine();
            }
            OutputStream out = client.getOutputStream();
            out.write(("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + bytes + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            for (long left = bytes; left > 0; left -= PART.length) {
                out.write(PART, 0, (int) Math.min(left, PART.length));
            }
        } catch (SocketException e) {
            // The client went away, which it will say itself.
            return;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
