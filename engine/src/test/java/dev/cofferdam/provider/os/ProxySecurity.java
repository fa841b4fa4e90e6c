package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.internal.egress.Machine;
import dev.cofferdam.spi.Sandbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What a hostile program tells its proxy, byte by byte. */
final class ProxySecurity {
    private static final String CLIENT = """
            import socket
            def ask(*parts):
                s = socket.create_connection(('127.0.0.1', 3128), 10)
                said = b''
                try:
                    for part in parts:
                        s.sendall(part.encode('latin-1'))
                        if part is not parts[-1]:
                            said += s.recv(65536)
                    while True:
                        more = s.recv(65536)
                        if not more: break
                        said += more
                except OSError: pass
                return said.decode('latin-1')
            """;

    private ProxySecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("a second request on a connection goes nowhere", ProxySecurity::second),
                new SecurityCheck("a request that can be read in two ways goes nowhere", ProxySecurity::smuggled),
                new SecurityCheck("a listed server hears its own name", ProxySecurity::hostField),
                new SecurityCheck("what was checked is what is connected to", ProxySecurity::rebound),
                new SecurityCheck("SOCKS opens no port and no datagrams", ProxySecurity::socks),
                new SecurityCheck("the proxy of another command is out of reach", ProxySecurity::others));
    }

    /** A server that answers each connection once, and tells all that it was sent. */
    private static final class Listener implements AutoCloseable {
        private static final byte[] ANSWER =
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII);

        private final ServerSocket socket;
        private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
        private final Thread thread = new Thread(this::serve);

        Listener(String address, int port) throws IOException {
            socket = new ServerSocket(port, 50, InetAddress.getByName(address));
            thread.start();
        }

        int port() {
            return socket.getLocalPort();
        }

        String host() {
            return "127.0.0.1:" + port();
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    heard.add(hear(client));
                } catch (IOException e) {
                    // The client went away, or the server is closed.
                }
            }
        }

        /** Answer once the first head is whole, and hear what still comes. */
        private static String hear(Socket client) throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            client.setSoTimeout(10_000);
            boolean answered = false;
            byte[] buffer = new byte[8192];
            try {
                for (int n = client.getInputStream().read(buffer);
                        n >= 0;
                        n = client.getInputStream().read(buffer)) {
                    all.write(buffer, 0, n);
                    if (!answered && all.toString(StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
                        client.getOutputStream().write(ANSWER);
                        client.setSoTimeout(300);
                        answered = true;
                    }
                }
            } catch (SocketTimeoutException e) {
                // Nothing more comes.
            }
            return all.toString(StandardCharsets.ISO_8859_1);
        }

        /** Take no more connections, and hear out the last one. */
        void end() throws Exception {
            socket.close();
            thread.join();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static SandboxPolicy hosts(String... allowed) {
        return SandboxPolicy.defaults().network(NetworkPolicy.defaults().allowedDomains(List.of(allowed)));
    }

    private static String python(Sandbox sandbox, String program) throws Exception {
        return Inside.run(sandbox, Map.of(), "python3", "-c", CLIENT + program).stdout();
    }

    private static void second(Bed bed) throws Exception {
        try (Listener server = new Listener("127.0.0.1", 0)) {
            Sandbox sandbox = bed.open(hosts(server.host()));
            String first = "'GET http://%s/first HTTP/1.1\\r\\nHost: %s\\r\\nConnection: keep-alive\\r\\n\\r\\n'"
                    .formatted(server.host(), server.host());
            String next = "'GET http://evil.invalid/second HTTP/1.1\\r\\nHost: evil.invalid\\r\\n\\r\\n'";
            assertThat(python(sandbox, "print(ask(" + first + ", " + next + "))"))
                    .contains("hello");
            assertThat(python(sandbox, "print(ask(" + first + " + " + next + "))"))
                    .contains("hello");
            server.end();
            assertThat(server.heard)
                    .hasSize(2)
                    .allSatisfy(heard -> assertThat(heard)
                            .contains("GET /first ")
                            .doesNotContain("second")
                            .doesNotContain("evil"));
        }
    }

    private static void smuggled(Bed bed) throws Exception {
        try (Listener server = new Listener("127.0.0.1", 0)) {
            Sandbox sandbox = bed.open(hosts(server.host()));
            for (String fields : List.of(
                    "Content-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n",
                    "Transfer-Encoding: chunked\\r\\nContent-Length: 4\\r\\n",
                    "Content-Length: 4\\r\\nContent-Length: 60\\r\\n",
                    "Transfer-Encoding: chunked, identity\\r\\n",
                    "Transfer-Encoding : chunked\\r\\n",
                    "Content-Length: +4\\r\\n",
                    "X: y\\nTransfer-Encoding: chunked\\r\\n")) {
                python(
                        sandbox,
                        ("print(ask('POST http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\n%s\\r\\n0\\r\\n\\r\\n"
                                        + "GET /second HTTP/1.1\\r\\nHost: evil.invalid\\r\\n\\r\\n'))")
                                .formatted(server.host(), server.host(), fields));
            }
            server.end();
            assertThat(server.heard).isEmpty();
        }
    }

    private static void hostField(Bed bed) throws Exception {
        try (Listener server = new Listener("127.0.0.1", 0)) {
            python(
                    bed.open(hosts(server.host())),
                    "print(ask('GET http://%s/ HTTP/1.1\\r\\nHost: evil.invalid\\r\\n\\r\\n'))"
                            .formatted(server.host()));
            server.end();
            assertThat(server.heard)
                    .hasSize(1)
                    .allSatisfy(heard -> assertThat(heard)
                            .contains("Host: " + server.host() + "\r\n")
                            .doesNotContain("evil"));
        }
    }

    /** A machine on which a name has another address each time it is looked up. */
    private record Turning(List<String> answers, AtomicInteger asked) implements Machine {
        @Override
        public List<InetAddress> resolve(String name) throws UnknownHostException {
            return List.of(InetAddress.getByName(answers.get(Math.min(asked.getAndIncrement(), answers.size() - 1))));
        }

        @Override
        public Set<InetAddress> addresses() throws SocketException {
            return Machine.ours().addresses();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    }

    private static void rebound(Bed bed) throws Exception {
        try (Listener checked = new Listener("127.0.0.1", 0);
                Listener other = new Listener("127.0.0.2", checked.port())) {
            String get = "print(ask('GET http://turning.invalid:%d/ HTTP/1.1\\r\\n\\r\\n'))".formatted(checked.port());
            Sandbox sandbox = bed.openOn(
                    new Turning(List.of("127.0.0.1", "127.0.0.2"), new AtomicInteger()),
                    hosts("turning.invalid", checked.host()));
            python(sandbox, get + "\n" + get);
            checked.end();
            other.end();
            assertThat(other.heard).isEmpty();
            assertThat(checked.heard).hasSize(1);
        }
    }

    private static void socks(Bed bed) throws Exception {
        try (Listener server = new Listener("127.0.0.1", 0)) {
            String program = """
                    for command in (2, 3):
                        s = socket.create_connection(('127.0.0.1', 3128), 10)
                        s.sendall(bytes([5, 1, 0]))
                        assert s.recv(2) == bytes([5, 0])
                        s.sendall(bytes([5, command, 0, 1, 127, 0, 0, 1]) + (%d).to_bytes(2, 'big'))
                        print(s.recv(10)[1])
                    """.formatted(server.port());
            assertThat(python(bed.open(hosts(server.host())), program)).isEqualTo("7\n7\n");
        }
    }

    /** With all Unix sockets allowed only the files of other commands keep their proxies apart. */
    private static void others(Bed bed) throws Exception {
        try (Listener server = new Listener("127.0.0.1", 0)) {
            SandboxPolicy open =
                    SandboxPolicy.defaults().network(NetworkPolicy.defaults().allowAllUnixSockets(true));
            Sandbox reaching = bed.open(hosts(server.host()));
            Inside.Running running = Inside.start(reaching, Map.of(), "sh", "-c", "echo up $TMPDIR; sleep 60");
            running.awaitOutput("up");
            String control = running.out()
                    .toString(StandardCharsets.UTF_8)
                    .strip()
                    .substring(3)
                    .replaceAll("/tmp$", "/c");
            String program = """
                    try:
                        s = socket.socket(socket.AF_UNIX)
                        s.settimeout(10)
                        s.connect('%s/p')
                        s.sendall(b'GET http://%s/ HTTP/1.1\\r\\n\\r\\n')
                        print(s.recv(65536))
                    except OSError as e: print(e)
                    """.formatted(control, server.host());
            for (Sandbox sandbox : List.of(bed.open(open), bed.open(open.filesystem(policyOf("/tmp"))))) {
                assertThat(python(sandbox, program)).doesNotContain("hello").isNotEmpty();
            }
            running.process().signal(dev.cofferdam.workspace.Signal.KILL);
            running.end();
            server.end();
            assertThat(server.heard).isEmpty();
        }
    }

    private static FilesystemPolicy policyOf(String writable) {
        return FilesystemPolicy.defaults().allowWrite(List.of(writable)).allowRead(List.of(writable));
    }
}
