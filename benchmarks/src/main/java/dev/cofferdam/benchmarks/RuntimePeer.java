package dev.cofferdam.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A Node process that runs commands in the sandbox of the npm package that ours is measured beside. */
final class RuntimePeer implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final Process process;
    private final BufferedReader answers;
    private final Path errors;

    private RuntimePeer(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Find where {@code benchmarks/ci/setup} has installed it. */
    static Optional<Path> installed(Path launcher) {
        String named = System.getenv("COFFERDAM_PEERS");
        Path directory = named == null ? launcher.resolveSibling("benchmarks/target/peers") : Path.of(named);
        return Files.isExecutable(directory.resolve("node")) ? Optional.of(directory) : Optional.empty();
    }

    /** Start one for a root, and wait until it is ready for commands. */
    static RuntimePeer start(Path installed, Path launcher, Path root) throws IOException {
        Path errors = Files.createTempFile("peer-", ".log");
        Process process = new ProcessBuilder(
                        installed.resolve("node").toString(),
                        launcher.resolveSibling("benchmarks/src/main/node/sandbox-runtime.mjs")
                                .toString(),
                        installed.toString(),
                        root.toString())
                .redirectError(errors.toFile())
                .start();
        RuntimePeer peer = new RuntimePeer(process, errors);
        peer.expect("ready");
        return peer;
    }

    /** Run a shell line that is to end with an exit code and an output. */
    void run(String line, int exitCode, String output) throws IOException {
        process.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        expect(exitCode + " \"" + output + '"');
    }

    private void expect(String wanted) throws IOException {
        String line = answers.readLine();
        if (!wanted.equals(line)) {
            throw new IOException("the npm package answered " + line + " instead of " + wanted + ", and said: "
                    + Files.readString(errors));
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
