package dev.cofferdam.examples;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the {@code cofferdam} command, built or not: from the classes of this build, in a JVM of its own. */
final class CommandLine {
    private static final int SECONDS = 300;

    private CommandLine() {}

    /**
     * How a command ended.
     *
     * @param exitCode its exit code
     * @param stdout what it printed
     * @param stderr what it complained about
     */
    record Result(int exitCode, String stdout, String stderr) {}

    /** Run {@code cofferdam} with arguments. */
    static Result cofferdam(List<String> arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(start());
        words.addAll(arguments);
        return run(words);
    }

    /** Run a line of a document by a shell, in which {@code ./cofferdam} is the command. */
    static Result line(String line) throws IOException, InterruptedException {
        String start = String.join(
                " ",
                start().stream()
                        .map(word -> "'" + word.replace("'", "'\\''") + "'")
                        .toList());
        String script = "cofferdam() { " + start + " \"$@\"; }\n" + line.replace("./cofferdam", "cofferdam") + "\n";
        return run(List.of("sh", "-c", script));
    }

    private static List<String> start() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.cofferdam.mcp.Main");
    }

    private static Result run(List<String> words) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("examples-");
        Path stdout = directory.resolve("stdout");
        Path stderr = directory.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the command did not end in " + SECONDS + " s: " + words);
            }
            return new Result(
                    process.exitValue(),
                    Files.readString(stdout, StandardCharsets.UTF_8),
                    Files.readString(stderr, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }
}
