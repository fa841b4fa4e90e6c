package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way out through the proxy, as programs in the sandbox take it. */
final class NetworkSecurity {
    private static final String CURL = "curl -sS --max-time 20 ";

    private NetworkSecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("a listed server is reached by each protocol", NetworkSecurity::listed),
                new SecurityCheck("a server that is not listed is refused and told", NetworkSecurity::unlisted),
                new SecurityCheck("a denied host wins over every allow", NetworkSecurity::denied),
                new SecurityCheck("a name does not lead to this machine", NetworkSecurity::name),
                new SecurityCheck(
                        "this machine is reached by its name where that is listed", NetworkSecurity::localhost),
                new SecurityCheck("hosts of one command are open for it alone", NetworkSecurity::perCommand),
                new SecurityCheck("whoever decides is asked about other hosts", NetworkSecurity::decided),
                new SecurityCheck("git clones from a listed server and commits", NetworkSecurity::clones),
                new SecurityCheck("fifty connections at once", NetworkSecurity::parallel));
    }

    /** A server of this machine that says what was asked of it. */
    private record Server(ServerSocket socket, ConcurrentLinkedQueue<String> seen, ExecutorService threads)
            implements AutoCloseable {
        private static final byte[] ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
                .getBytes(StandardCharsets.US_ASCII);

        static Server start() throws IOException {
            Server server = new Server(
                    new ServerSocket(0, 128, InetAddress.getLoopbackAddress()),
                    new ConcurrentLinkedQueue<>(),
                    Executors.newFixedThreadPool(8));
            for (int i = 0; i < 8; i++) {
                server.threads.execute(server::serve);
            }
            return server;
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept();
                        BufferedReader in = new BufferedReader(
                                new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
                    seen.add(String.valueOf(in.readLine()));
                    String line = in.readLine();
                    while (line != null && !line.isEmpty()) {
                        line = in.readLine();
                    }
                    client.getOutputStream().write(ANSWER);
                } catch (IOException e) {
                    // The client went away, or the server is closed.
                }
            }
        }

        int port() {
            return socket.getLocalPort();
        }

        String host() {
            return "127.0.0.1:" + port();
        }

        @Override
        public void close() throws IOException {
            socket.close();
            threads.shutdownNow();
        }
    }

    private static SandboxPolicy hosts(String... allowed) {
        return SandboxPolicy.defaults().network(NetworkPolicy.defaults().allowedDomains(List.of(allowed)));
    }

    private static void listed(Bed bed) throws Exception {
        try (Server server = Server.start()) {
            Sandbox sandbox = bed.open(hosts(server.host()));
            for (String way : List.of("", "--proxytunnel ", "-x socks5h://127.0.0.1:3128 ")) {
                assertThat(Inside.sh(sandbox, CURL + way + "http://" + server.host() + "/x"))
                        .isEqualTo(new Inside(0, "hello", ""));
            }
            assertThat(server.seen()).hasSize(3);
        }
    }

    private static SandboxReport report(Sandbox sandbox, String line) throws Exception {
        Inside.Running running = Inside.start(sandbox, Map.of(), "sh", "-c", line);
        assertThat(running.end().stdout()).doesNotContain("hello");
        return running.process().report().orElseThrow();
    }

    private static void unlisted(Bed bed) throws Exception {
        try (Server server = Server.start()) {
            Sandbox sandbox = bed.open(hosts("127.0.0.1:1", "example.org"));
            for (String way : List.of("", "--proxytunnel ", "-x socks5h://127.0.0.1:3128 ")) {
                SandboxReport report = report(sandbox, CURL + way + "http://" + server.host() + "/x");
                assertThat(report.sandboxed()).isTrue();
                assertThat(report.violations()).anyMatch(each -> each.contains("127.0.0.1:" + server.port()));
            }
            assertThat(server.seen()).isEmpty();
        }
    }

    private static void denied(Bed bed) throws Exception {
        try (Server server = Server.start()) {
            SandboxPolicy policy = SandboxPolicy.defaults()
                    .network(NetworkPolicy.defaults()
                            .allowedDomains(List.of("*", server.host()))
                            .deniedDomains(List.of("127.0.0.1")));
            report(bed.open(policy), CURL + "http://" + server.host() + "/x");
            assertThat(server.seen()).isEmpty();
        }
    }

    private static void name(Bed bed) throws Exception {
        try (Server server = Server.start()) {
            Sandbox sandbox = bed.open(hosts("*"));
            for (String host :
                    List.of("localhost", "127.0.0.1", "127.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0")) {
                report(sandbox, CURL + "-g http://" + host + ":" + server.port() + "/x");
            }
            assertThat(server.seen()).isEmpty();
        }
    }

    private static void localhost(Bed bed) throws Exception {
        try (Server server = Server.start()) {
            Inside found = Inside.sh(
                    bed.open(hosts("localhost:" + server.port())), CURL + "http://localhost:" + server.port() + "/x");
            assertThat(found).isEqualTo(new Inside(0, "hello", ""));
            report(bed.open(hosts("localhost:1")), CURL + "http://localhost:" + server.port() + "/x");
            assertThat(server.seen()).hasSize(1);
        }
    }

    private static void perCommand(Bed bed) throws Exception {
        try (Server server = Server.start();
                Workspace workspace = Workspaces.over(bed.provider(hosts()))
                        .root(bed.root().toString())
                        .open()) {
            Command get = Command.shell(CURL + "http://" + server.host() + "/x");
            CommandResult open = workspace.exec(get.allowedDomains(Set.of(server.host())));
            assertThat(open.stdout().text()).isEqualTo("hello");
            CommandResult closed = workspace.exec(get);
            assertThat(closed.stdout().text()).doesNotContain("hello");
            assertThat(closed.sandbox().orElseThrow().violations()).isNotEmpty();
        }
    }

    private static void decided(Bed bed) throws Exception {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        SandboxPolicy policy = hosts().onUnknownHost((host, port) -> {
            asked.add(host + ":" + port);
            return false;
        });
        Sandbox sandbox = bed.open(policy);
        report(sandbox, CURL + "http://unknown.invalid:81/x");
        assertThat(asked).containsExactly("unknown.invalid:81");
    }

    /** A program of the host serves a repository as plain files. */
    private static void clones(Bed bed) throws Exception {
        bed.git();
        bed.host("git clone -q --bare . " + bed.outside() + "/remote.git && git -C " + bed.outside()
                + "/remote.git update-server-info");
        Process server = new ProcessBuilder("python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1")
                .directory(bed.outside().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Matcher listening = Pattern.compile(" port ([0-9]+) ")
                    .matcher(String.valueOf(server.inputReader().readLine()));
            assertThat(listening.find()).isTrue();
            String host = "127.0.0.1:" + listening.group(1);
            String line = "git clone -q http://" + host + "/remote.git copy && cd copy && echo y > g && git add g"
                    + " && git -c user.name=a -c user.email=a@b.c commit -q -m second && git log --oneline | wc -l";
            assertThat(Inside.sh(bed.open(hosts(host)), line)).isEqualTo(new Inside(0, "2\n", ""));
            assertThat(Inside.sh(bed.open(hosts("127.0.0.1:1")), "rm -rf copy; " + line)
                            .exitCode())
                    .isNotZero();
        } finally {
            server.destroyForcibly();
        }
    }

    private static void parallel(Bed bed) throws Exception {
        try (Server server = Server.start()) {
            Sandbox sandbox = bed.open(hosts(server.host()));
            Inside result = Inside.sh(
                    sandbox,
                    "i=0; while [ $i -lt 50 ]; do " + CURL + "http://" + server.host()
                            + "/$i > out$i & i=$((i+1)); done; wait; cat out* | wc -c");
            assertThat(result.stdout().strip()).isEqualTo("250");
            assertThat(server.seen()).hasSize(50);
        }
    }
}
