package dev.cofferdam.provider.ssh;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A real OpenSSH server for the user who runs the tests. */
final class OpenSsh implements SshServer {
    private final Path directory;
    private final int port;
    private final Process process;

    private OpenSsh(Path directory, int port, Process process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /** Start a server whose files are in a directory; without OpenSSH the test is aborted, and fails in CI. */
    static OpenSsh start(Path directory, String... configuration) throws IOException {
        return start(directory, SshServer.freePort(), configuration);
    }

    static OpenSsh start(Path directory, int port, String... configuration) throws IOException {
        boolean there = List.of("/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd").stream()
                .anyMatch(name -> Files.isExecutable(Path.of(name)));
        String reason = "there is no sshd on this machine: run engine/ci/setup as root";
        if (System.getenv("CI") == null) {
            Assumptions.assumeTrue(there, reason);
        } else {
            Assertions.assertTrue(there, reason);
        }
        List<String> words =
                new ArrayList<>(List.of("sh", "src/test/sh/sshd.sh", directory.toString(), Integer.toString(port)));
        words.addAll(List.of(configuration));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        if (!"started".equals(line)) {
            process.destroyForcibly();
            throw new IOException("the server did not start: " + line);
        }
        return new OpenSsh(directory, port, process);
    }

    /** Return the shells that run commands, or wait for one. */
    List<ProcessHandle> shells() {
        return process.descendants()
                .filter(child -> child.info().commandLine().orElse("").contains("cdm_m"))
                .toList();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Path knownHosts() {
        return directory.resolve("known_hosts");
    }

    @Override
    public Path identity() {
        return directory.resolve("user");
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
