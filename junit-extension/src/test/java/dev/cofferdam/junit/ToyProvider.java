package dev.cofferdam.junit;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A provider whose sandboxes are directories in a directory that the test gives, and which fails where the test says.
 * It keeps a journal there of what the engine asked of it.
 */
public final class ToyProvider implements SandboxProvider {
    /** What sample tests find in the workspace: where they are to fail. */
    static final String MODE_FILE = "mode";

    /** Create the provider. */
    public ToyProvider() {}

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public Isolation isolation() {
        return Isolation.NONE;
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.of("home", "where the sandboxes are made"),
                OptionSpec.of("mode", "where something fails"),
                new OptionSpec("token", "something secret", true));
    }

    @Override
    public Availability probe(SandboxRequest request) {
        if (request.options().getOrDefault("mode", "").equals("missing")) {
            journal(Path.of(request.options().get("home")), "probe");
            return Availability.missing("no toy at /dev/toy", "buy one");
        }
        return Availability.available("toy 1.0");
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException {
        Path home = Path.of(request.options().get("home"));
        String mode = request.options().getOrDefault("mode", "pass");
        if (mode.equals("start") || mode.equals("missing")) {
            throw WorkspaceException.of(ErrorCode.UNAVAILABLE, "the toy refuses to start");
        }
        Path root = Files.createTempDirectory(home, "box");
        Files.writeString(root.resolve(MODE_FILE), mode);
        journal(home, "create");
        return new Box(home, root, mode.endsWith("close"));
    }

    private static void journal(Path home, String line) {
        try {
            Files.writeString(
                    home.resolve("journal"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private record Box(Path home, Path path, boolean stubborn) implements Sandbox {
        @Override
        public String id() {
            return path.getFileName().toString();
        }

        @Override
        public String root() {
            return path.toString();
        }

        @Override
        public Optional<MountedRoot> mount() {
            return Optional.of(new MountedRoot(path, root(), false));
        }

        @Override
        public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException {
            return ToyProcess.start(request, sink);
        }

        @Override
        public void release(OnClose how) throws IOException {
            journal(home, "release " + how);
            if (stubborn) {
                throw new IOException("the toy does not let go");
            }
            if (how == OnClose.DESTROY) {
                try (Stream<Path> files = Files.walk(path)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }
}
