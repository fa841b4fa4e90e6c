package dev.cofferdam.provider.docker;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a daemon listens: on a socket of this host, or on a port.
 *
 * @param socket the path of the socket, empty for a port
 * @param host the host of the port, {@code localhost} for a socket
 * @param port the port, 0 for a socket
 * @param certificates the directory of {@code ca.pem}, {@code cert.pem} and {@code key.pem}; empty without TLS
 */
record Endpoint(Optional<Path> socket, String host, int port, Optional<Path> certificates) {

    static Endpoint socket(Path path) {
        return new Endpoint(Optional.of(path), "localhost", 0, Optional.empty());
    }

    static Endpoint port(String host, int port, Optional<Path> certificates) {
        return new Endpoint(Optional.empty(), host, port, certificates);
    }

    boolean isLocal() {
        return socket.isPresent();
    }

    /** Return it for messages, which hold no path below a home. */
    String shown() {
        return socket.isPresent()
                        && !socket.get().startsWith("/var/run")
                        && !socket.get().startsWith("/run")
                ? "the socket " + socket.get().getFileName()
                : url();
    }

    /** Return it as {@code DOCKER_HOST} has it. */
    String url() {
        if (socket.isPresent()) {
            return "unix://" + socket.get();
        }
        return "tcp://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
