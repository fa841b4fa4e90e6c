package dev.cofferdam.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** The daemon's requests for archives, with nothing between them and its socket that would cost time. */
final class DockerArchive {
    private static final String SOCKET = "/var/run/docker.sock";
    private static final int BUFFER = 1 << 16;

    private final String container;

    DockerArchive(String container) {
        this.container = container;
    }

    /** Pack one file. */
    static byte[] pack(String name, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length + 2048);
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry entry = new TarArchiveEntry(name);
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }

    void put(String directory, byte[] packed) throws IOException {
        request("PUT", directory, packed);
    }

    byte[] get(String file) throws IOException {
        byte[] packed = request("GET", file, new byte[0]);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(packed))) {
            tar.getNextEntry();
            return tar.readAllBytes();
        }
    }

    /** By HTTP/1.0, whose answers end with the connection. */
    private byte[] request(String method, String path, byte[] body) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(SOCKET));
            String head = method + " /containers/" + container + "/archive?path=" + path
                    + " HTTP/1.0\r\nHost: docker\r\nContent-Type: application/x-tar\r\nContent-Length: " + body.length
                    + "\r\n\r\n";
            write(channel, ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
            write(channel, ByteBuffer.wrap(body));
            return answer(Channels.newInputStream(channel));
        }
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static byte[] answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("the Docker daemon closed the connection");
            }
            head.append((char) b);
        }
        if (!head.substring(0, 12).endsWith(" 200")) {
            throw new IOException("the Docker daemon answers " + head);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            body.write(buffer, 0, read);
        }
        return body.toByteArray();
    }
}
