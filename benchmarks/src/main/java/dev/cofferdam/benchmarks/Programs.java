package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs as a user of {@link ProcessBuilder} would. */
final class Programs {
    private Programs() {}

    /** Run a program and read all that it says. */
    static void drain(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).start();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        process.getErrorStream().readAllBytes();
        check(process, List.of(words));
    }

    /** Run a program and return what it prints. */
    static String output(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        check(process, List.of(words));
        return printed;
    }

    /** Run a program whose standard output nobody needs. */
    static void quiet(Path directory, String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        check(process, List.of(words));
    }

    /** Tell whether a program is there and ends well, within a time. */
    static boolean succeeds(Path directory, String... words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(20, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            // There is no such program.
            return false;
        }
    }

    /** Print what a {@code Listing} holds of each entry, sorted. */
    static void findSorted(Path directory) throws IOException, InterruptedException {
        quiet(directory, "sh", "-c", "find . -mindepth 1 -printf '%P\\t%y\\t%s\\t%T@\\t%m\\t%l\\n' | LC_ALL=C sort");
    }

    static void tarCreate(Path root, Path archive) throws IOException, InterruptedException {
        quiet(root, "tar", "-c", "-f", archive.toString(), "-C", root.toString(), ".");
    }

    static void tarExtract(Path archive, Path root) throws IOException, InterruptedException {
        quiet(root, "tar", "-x", "-f", archive.toString(), "-C", root.toString());
    }

    private static void check(Process process, List<String> words) throws IOException, InterruptedException {
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(words + " ended with " + code);
        }
    }
}
