package dev.cofferdam.junit;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A program of the toy provider, whose output goes through files so that nothing ever blocks. */
final class ToyProcess implements SandboxProcess {
    private final Process process;
    private final ProcessSink sink;
    private final Path stdout;
    private final Path stderr;
    private boolean delivered;

    private ToyProcess(Process process, ProcessSink sink, Path stdout, Path stderr) {
        this.process = process;
        this.sink = sink;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    static ToyProcess start(ProcessRequest request, ProcessSink sink) throws IOException {
        Path stdout = Files.createTempFile("toy", ".out");
        Path stderr = Files.createTempFile("toy", ".err");
        ProcessBuilder builder = new ProcessBuilder(request.argv())
                .directory(Path.of(request.cwd()).toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile());
        builder.environment().putAll(request.env());
        Process process = builder.start();
        if (request.stdin().isPresent()) {
            process.getOutputStream().close();
        }
        return new ToyProcess(process, sink, stdout, stderr);
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException, InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            return OptionalInt.empty();
        }
        if (!delivered) {
            delivered = true;
            byte[] buffer = new byte[8192];
            try (InputStream out = Files.newInputStream(stdout);
                    InputStream err = Files.newInputStream(stderr)) {
                for (int read = out.read(buffer); read > 0; read = out.read(buffer)) {
                    sink.stdout(buffer, read);
                }
                for (int read = err.read(buffer); read > 0; read = err.read(buffer)) {
                    sink.stderr(buffer, read);
                }
            }
        }
        return OptionalInt.of(process.exitValue());
    }

    @Override
    public OutputStream stdin() {
        return process.getOutputStream();
    }

    @Override
    public void signal(Signal signal) {
        process.destroyForcibly();
    }

    @Override
    public List<String> groupMembers() {
        return process.isAlive() ? List.of(process.pid() + " toy") : List.of();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(stdout);
            Files.deleteIfExists(stderr);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
