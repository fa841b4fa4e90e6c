package dev.cofferdam.internal.egress;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client of the proxy that says exactly what a test wants said. */
final class Client implements Closeable {
    private final SocketChannel channel;

    Client(EgressProxy proxy) throws IOException {
        channel = SocketChannel.open(proxy.address());
    }

    /** Say something on a connection of its own, and return all that is answered until the connection ends. */
    static String ask(EgressProxy proxy, String request) throws IOException {
        try (Client client = new Client(proxy)) {
            return client.say(request).rest();
        }
    }

    static String get(String authority) {
        return "GET http://" + authority + "/ HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
    }

    static String connect(String authority) {
        return "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
    }

    /** Return a SOCKS request for a name. */
    static byte[] socks(int command, String name, int port) {
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(7 + bytes.length)
                .put(new byte[] {5, (byte) command, 0, 3, (byte) bytes.length})
                .put(bytes)
                .putShort((short) port)
                .array();
    }

    Client say(String text) throws IOException {
        return say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Client say(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return this;
    }

    Client finish() throws IOException {
        channel.shutdownOutput();
        return this;
    }

    /** Read so many bytes. */
    byte[] read(int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Read a head up to and with its empty line. */
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            byte[] next = read(1);
            if (next.length == 0) {
                break;
            }
            head.append((char) next[0]);
        }
        return head.toString();
    }

    /** Read to the end. */
    String rest() throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        while (channel.read(buffer) >= 0) {
            rest.write(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        return rest.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
