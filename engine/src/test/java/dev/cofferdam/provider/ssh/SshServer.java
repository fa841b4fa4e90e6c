package dev.cofferdam.provider.ssh;

import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A server of tests, with keys of its own. */
interface SshServer extends AutoCloseable {
    int port();

    /** Return the file of known hosts, which knows this server. */
    Path knownHosts();

    /** Return the private key of its user. */
    Path identity();

    @Override
    void close() throws IOException;

    default Map<String, String> options() {
        return Map.of(
                "host", "127.0.0.1",
                "port", Integer.toString(port()),
                "identity", identity().toString(),
                "knownHosts", knownHosts().toString(),
                "agent", "none");
    }

    default SandboxRequest request(Map<String, String> changes) {
        return request(WorkspaceOptions.defaults(), changes);
    }

    default SandboxRequest request(WorkspaceOptions workspace, Map<String, String> changes) {
        Map<String, String> all = new HashMap<>(options());
        all.putAll(changes);
        all.values().removeIf(String::isEmpty);
        return new SandboxRequest(workspace, all);
    }

    static SshProvider provider() {
        return new SshProvider(
                new Machine(Map.of(), Path.of("/nonexistent"), System.getProperty("user.name")), Optional.empty());
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
