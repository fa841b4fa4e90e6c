package dev.cofferdam.internal.launch;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Stdin;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the scripts with the shells of this machine. */
final class Shells {
    static final String TOKEN = "0123456789abcdef";

    private Shells() {}

    /** The shells of this machine; {@code sh} is everywhere. */
    static Stream<List<String>> all() {
        return Stream.of(List.of("sh"), List.of("dash"), List.of("bash"), List.of("busybox", "sh"))
                .filter(shell -> Stream.of("/bin/", "/usr/bin/")
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory + shell.get(0)))));
    }

    /** Put a shell in the place of the word {@code sh}. */
    static List<String> with(List<String> shell, List<String> words) {
        List<String> result = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("sh")
                    && i + 1 < words.size()
                    && words.get(i + 1).equals("-c")) {
                result.addAll(shell);
            } else {
                result.add(words.get(i));
            }
        }
        return result;
    }

    static ProcessRequest request(List<String> argv, String cwd, Map<String, String> env, Background background) {
        return new ProcessRequest(
                argv, cwd, env, Optional.of(Stdin.none()), background, Optional.empty(), Optional.empty());
    }

    /** A command that was started, with its streams as they are being read. */
    static final class Started implements AutoCloseable {
        final Process process;
        final Reading out;
        final Reading err;

        Started(List<String> shell, ProcessRequest request, byte[] input) throws IOException, InterruptedException {
            this(shell, Launch.prologue(request), input);
        }

        Started(List<String> shell, byte[] prologue, byte[] input) throws IOException, InterruptedException {
            Launch launch = new LaunchProbe(words -> run(with(shell, words)), "probe").find();
            ProcessBuilder builder = new ProcessBuilder(with(shell, launch.words()));
            // In a directory that it may not look into, a shell suspects the program that is missing: 126, not 127.
            builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
            process = builder.start();
            out = new Reading(process.getInputStream());
            err = new Reading(process.getErrorStream());
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(Launch.greeting(TOKEN));
                stdin.write(prologue);
                stdin.write(input);
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("Broken pipe")) {
                    throw e;
                }
            }
        }

        int waitFor() throws Exception {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new AssertionError("the shell did not end");
            }
            return process.exitValue();
        }

        Leader leader() throws Exception {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (System.nanoTime() < deadline) {
                synchronized (out) {
                    if (out.marks.leader().isPresent()) {
                        return out.marks.leader().get();
                    }
                    out.wait(10);
                }
            }
            throw new AssertionError("no header came: " + out.marks.noise());
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** One stream of it. */
    static final class Reading {
        final Marks marks;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private final Thread thread;

        Reading(InputStream in) {
            marks = new Marks(TOKEN, (buffer, length) -> text.write(buffer, 0, length));
            thread = new Thread(() -> pump(in), "test-output");
            thread.setDaemon(true);
            thread.start();
        }

        private void pump(InputStream in) {
            byte[] buffer = new byte[7];
            try {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    synchronized (this) {
                        marks.accept(buffer, 0, read);
                        notifyAll();
                    }
                }
            } catch (IOException e) {
                // The process was destroyed, and with it the stream.
                return;
            }
        }

        /** Return what was passed on so far; under this object's monitor. */
        String soFar() {
            return text.toString(StandardCharsets.UTF_8);
        }

        /** Return what was the command's own, once a mark was met. */
        String text() throws Exception {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            synchronized (this) {
                while (!marks.marked() && System.nanoTime() < deadline) {
                    wait(10);
                }
                if (!marks.marked()) {
                    throw new AssertionError("no mark came");
                }
                marks.end();
                return text.toString(StandardCharsets.UTF_8);
            }
        }
    }

    /** Run words that need no input to their end. */
    static LaunchProbe.Outcome run(List<String> words) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return new LaunchProbe.Outcome(127, "", words.get(0) + ": not found");
        }
        String stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new LaunchProbe.Outcome(process.waitFor(), stdout, "");
    }
}
