package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a main class of ours in a Java process of its own. */
final class ChildJvm {
    private ChildJvm() {}

    /**
     * What a process said and how it ended.
     *
     * @param code its exit code
     * @param text its output and errors
     */
    record Outcome(int code, String text) {
        /** Return its last line, or why it failed. */
        String summary() {
            return code == 0
                    ? text.strip().lines().reduce("", (before, line) -> line)
                    : text.lines()
                            .filter(line -> line.startsWith("Exception in "))
                            .findFirst()
                            .orElse("failed with exit code " + code);
        }
    }

    static Outcome run(Path temporary, List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(options);
        words.add("-Djava.io.tmpdir=" + temporary);
        words.addAll(List.of("-cp", classPath(), main.getName()));
        words.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), text);
    }

    private static String classPath() {
        // Under Surefire the class path may be a single archive that names the rest.
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
