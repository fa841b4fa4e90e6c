package dev.cofferdam.provider.os;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Stdin;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What came of a command in a sandbox. */
record Inside(int exitCode, String stdout, String stderr) {
    static Inside sh(Sandbox sandbox, String line) throws Exception {
        return run(sandbox, Map.of(), "sh", "-c", line);
    }

    static Inside run(Sandbox sandbox, Map<String, String> env, String... words) throws Exception {
        Running running = start(sandbox, env, words);
        return running.end();
    }

    static Running start(Sandbox sandbox, Map<String, String> env, String... words) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ProcessRequest request = new ProcessRequest(
                List.of(words),
                sandbox.root(),
                env,
                Optional.of(Stdin.none()),
                Background.KILL,
                Optional.empty(),
                Optional.empty());
        SandboxProcess process = sandbox.start(request, new ProcessSink() {
            @Override
            public void stdout(byte[] buffer, int length) {
                out.write(buffer, 0, length);
            }

            @Override
            public void stderr(byte[] buffer, int length) {
                err.write(buffer, 0, length);
            }
        });
        return new Running(process, out, err);
    }

    /** A command that runs. */
    record Running(SandboxProcess process, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        /** Wait for its end. */
        Inside end() throws Exception {
            try (SandboxProcess closing = process) {
                OptionalInt exit = OptionalInt.empty();
                while (exit.isEmpty()) {
                    exit = closing.await(Duration.ofMinutes(1));
                }
                return new Inside(exit.getAsInt(), text(out), text(err));
            }
        }

        /** Wait until it has printed something. */
        void awaitOutput(String expected) throws Exception {
            long start = System.nanoTime();
            while (!text(out).contains(expected)) {
                if (process.await(Duration.ofMillis(5)).isPresent() || System.nanoTime() - start > 30_000_000_000L) {
                    throw new AssertionError("the command did not print " + expected + " but " + text(out) + text(err));
                }
            }
        }
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
