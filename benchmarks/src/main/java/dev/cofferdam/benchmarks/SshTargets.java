package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands over SSH, beside the OpenSSH client on a connection that is open already. */
final class SshTargets {
    private static final String TARGET = "ssh: exec of `true`";
    private static final double BOUND = 0.8;

    private SshTargets() {}

    static List<Target> all() {
        return List.of(new Target("ssh-exec", SshTargets::exec));
    }

    private static List<Row> exec(TargetOptions options, Path scratch) throws Exception {
        Path script = options.launcher().resolveSibling("engine/src/test/sh/sshd.sh");
        boolean there = Files.isExecutable(Path.of("/usr/sbin/sshd")) && Files.isReadable(script);
        if (!there) {
            return List.of(Row.fact(TARGET, "≤ 0.80×", "not measured: run engine/ci/setup as root", false));
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Process server = new ProcessBuilder("sh", script.toString(), scratch.toString(), Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        try {
            String line = server.inputReader(StandardCharsets.UTF_8).readLine();
            if (!"started".equals(line)) {
                throw new IOException("the SSH server did not start: " + line);
            }
            return measure(options, scratch, port);
        } finally {
            server.getOutputStream().close();
            server.waitFor(10, TimeUnit.SECONDS);
            server.destroyForcibly();
        }
    }

    private static List<Row> measure(TargetOptions options, Path files, int port) throws Exception {
        Command command = Command.of("true");
        try (Master master = new Master(files, port);
                Workspace workspace = Workspaces.provider("ssh")
                        .option("host", "127.0.0.1")
                        .option("port", Integer.toString(port))
                        .option("identity", files.resolve("user").toString())
                        .option("knownHosts", files.resolve("known_hosts").toString())
                        .option("agent", "none")
                        .open()) {
            Interleaved.Side client = Interleaved.Side.of(() -> Programs.drain(master.words("true")));
            Interleaved.Side ours = Interleaved.Side.of(
                    () -> Target.expect(0, workspace.exec(command).exitCode(), "as exit code"));
            // As with other commands, the compilers have to be done first.
            Interleaved.Times times =
                    new Interleaved(client, ours).measure(options.size(60, 0), options.rounds(60), options.size(5, 1));
            return List.of(Row.compared(TARGET, BOUND, times));
        }
    }

    /** The connection that the client's commands share. */
    private static final class Master implements AutoCloseable {
        private final List<String> common;

        Master(Path files, int port) throws IOException, InterruptedException {
            common = List.of(
                    "ssh",
                    "-F",
                    "none",
                    "-i",
                    files.resolve("user").toString(),
                    "-o",
                    "UserKnownHostsFile=" + files.resolve("known_hosts"),
                    "-o",
                    "ControlPath=" + files.resolve("c"),
                    "-o",
                    "BatchMode=yes",
                    "-p",
                    Integer.toString(port));
            Programs.quiet(files, words("-M", "-N", "-f"));
        }

        String[] words(String... more) {
            List<String> all = new ArrayList<>(common);
            for (String word : more) {
                if (word.startsWith("-")) {
                    all.add(word);
                }
            }
            all.add("127.0.0.1");
            for (String word : more) {
                if (!word.startsWith("-")) {
                    all.add(word);
                }
            }
            return all.toArray(String[]::new);
        }

        @Override
        public void close() throws IOException {
            Process process = new ProcessBuilder(words("-Oexit"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                process.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
