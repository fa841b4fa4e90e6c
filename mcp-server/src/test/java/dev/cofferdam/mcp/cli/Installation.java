package dev.cofferdam.mcp.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts the command from the classes under test, and the clients that the tests call it with. */
final class Installation {
    private Installation() {}

    /** The words that start the command in a process of its own. */
    static List<String> command(String... args) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.cofferdam.mcp.Main"));
        words.addAll(List.of(args));
        return words;
    }

    /** The module's directory, whatever directory the tests run in. */
    static Path module() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("mcp-server")) ? here.resolve("mcp-server") : here;
    }

    /** Where {@code ci/setup} put the clients, if it ran. */
    static Optional<Path> clients() {
        String named = System.getenv("COFFERDAM_MCP_CLIENTS");
        Path directory = named == null ? module().resolve("target/clients") : Path.of(named);
        return Files.isExecutable(directory.resolve("node")) ? Optional.of(directory) : Optional.empty();
    }

    /** Runs a program to its end. */
    static Ended run(Path directory, Duration limit, List<String> words) throws IOException, InterruptedException {
        Path err = Files.createTempFile(directory, "stderr", ".log");
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectError(err.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        try {
            Thread guard = new Thread(() -> killAfter(process, limit));
            guard.setDaemon(true);
            guard.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), out, Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void killAfter(Process process, Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Copies a script of the tests beside the clients' libraries. */
    static Path script(Path directory, Path clients, String name) {
        try {
            Path link = directory.resolve("node_modules");
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, clients.resolve("node_modules"));
            }
            Path script = directory.resolve(name);
            try (InputStream in = Installation.class.getResourceAsStream("/clients/" + name)) {
                Files.copy(Objects.requireNonNull(in, name), script);
            }
            return script;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    record Ended(int code, String out, String err) {}
}
