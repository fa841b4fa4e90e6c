package dev.cofferdam.internal.egress;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on the loopback interface that does with each connection what a test says. */
final class Origin implements Closeable {
    interface Service {
        void serve(Socket socket) throws IOException;
    }

    private final ServerSocket listener;
    private final Service service;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();

    private Origin(Service service, ServerSocket listener) {
        this.service = service;
        this.listener = listener;
    }

    static Origin serving(Service service) throws IOException {
        ServerSocket listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        Origin origin = new Origin(service, listener);
        start(origin::accept);
        return origin;
    }

    /** Answer each request with {@code hello} and close. */
    static Origin greeting() throws IOException {
        Origin[] self = new Origin[1];
        Origin origin = serving(socket -> {
            self[0].heads.add(head(socket.getInputStream()));
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
                            .getBytes(StandardCharsets.ISO_8859_1));
        });
        self[0] = origin;
        return origin;
    }

    /** Send back what comes until it ends. */
    static Origin echoing() throws IOException {
        return serving(socket -> {
            socket.getInputStream().transferTo(socket.getOutputStream());
            socket.shutdownOutput();
        });
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "origin");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The listener was closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            service.serve(socket);
        } catch (IOException e) {
            // The other end is what a test looks at.
        }
    }

    /** Read a head up to and with its empty line. */
    static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                break;
            }
            head.write(b);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Return the heads that were received. */
    List<String> heads() {
        return heads;
    }

    /** Return how many connections were made. */
    int connections() {
        return sockets.size();
    }

    List<Socket> sockets() {
        return sockets;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
