package dev.cofferdam.examples;

import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Sandboxes that keep files in a temporary directory and run no commands. */
public final class ShelfProvider implements SandboxProvider {
    private static final Capabilities CAPABILITIES = Capabilities.everything()
            .without(Capability.EXEC, "a shelf keeps files and runs nothing")
            .without(Capability.RECONNECT, "a shelf goes with its workspace")
            .without(Capability.LIFETIME, "a shelf has no end of its own")
            .without(Capability.PORTS, "nothing runs on a shelf");

    @Override
    public String name() {
        return "shelf";
    }

    @Override
    public Isolation isolation() {
        return Isolation.NONE;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException {
        Optional<String> given = request.workspace().root();
        if (given.isEmpty()) {
            return new Shelf(Files.createTempDirectory("shelf-").toRealPath(), false);
        }
        Path root = Path.of(given.get()).toAbsolutePath();
        if (request.workspace().createRoot()) {
            Files.createDirectories(root);
        }
        if (!Files.isDirectory(root)) {
            throw WorkspaceException.of(
                    ErrorCode.UNAVAILABLE, "the root is no directory; make it, or allow createRoot");
        }
        return new Shelf(root.toRealPath(), true);
    }

    private record Shelf(Path path, boolean given) implements Sandbox {
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
            return Optional.of(new MountedRoot(path, root(), given));
        }

        @Override
        public SandboxProcess start(ProcessRequest request, ProcessSink sink) {
            throw WorkspaceException.of(ErrorCode.UNSUPPORTED, "a shelf keeps files and runs nothing");
        }

        @Override
        public boolean exists() {
            return Files.isDirectory(path);
        }

        @Override
        public void release(OnClose how) throws IOException {
            if (how == OnClose.DESTROY && !given) {
                delete(path);
            }
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
                for (Path child : children) {
                    delete(child);
                }
            }
        }
        Files.deleteIfExists(path);
    }
}
