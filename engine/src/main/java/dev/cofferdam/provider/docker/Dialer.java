package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Opens connections to one endpoint. */
final class Dialer {
    private final Endpoint endpoint;
    private final @Nullable SSLContext tls;

    /**
     * Create a dialer.
     *
     * @throws IOException when the certificates cannot be read
     */
    Dialer(Endpoint endpoint) throws IOException {
        this.endpoint = endpoint;
        this.tls = endpoint.certificates().isPresent()
                ? Certificates.context(endpoint.certificates().get())
                : null;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Wire dial(Deadline deadline) throws IOException {
        if (endpoint.socket().isPresent()) {
            return overSocket(endpoint.socket().get(), deadline);
        }
        SocketChannel channel = SocketChannel.open();
        InetSocketAddress address = new InetSocketAddress(endpoint.host(), endpoint.port());
        if (address.isUnresolved()) {
            channel.close();
            throw new UnknownHostException("the host " + endpoint.host() + " is unknown");
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        PlainWire plain = PlainWire.connect(channel, address, deadline);
        return tls == null ? plain : TlsWire.handshake(plain, tls, endpoint, deadline);
    }

    private static Wire overSocket(Path path, Deadline deadline) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        return PlainWire.connect(SocketChannel.open(StandardProtocolFamily.UNIX), address, deadline);
    }
}
