package dev.cofferdam.examples;

import dev.cofferdam.provider.local.LocalProvider;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Sandboxes that are reached by five operations alone; a directory of this host stands in for the far side. */
public final class RelayProvider implements SandboxProvider {
    private final LocalProvider far = new LocalProvider();

    @Override
    public String name() {
        return "relay";
    }

    @Override
    public Isolation isolation() {
        return far.isolation();
    }

    @Override
    public Capabilities capabilities() {
        return far.capabilities();
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        return new Relay(far.create(request));
    }

    @Override
    public Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        return far.connect(id, request).map(Relay::new);
    }

    private record Relay(Sandbox far) implements Sandbox {
        @Override
        public String id() {
            return far.id();
        }

        @Override
        public String root() {
            return far.root();
        }

        @Override
        public byte[] read(String path, long limit) throws IOException {
            try (InputStream in = Files.newInputStream(Path.of(path))) {
                return in.readNBytes((int) Math.min(limit, Integer.MAX_VALUE));
            }
        }

        @Override
        public void write(String path, InputStream content, long size) throws IOException {
            Set<StandardOpenOption> onlyNew = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            try (OutputStream out = Channels.newOutputStream(Files.newByteChannel(Path.of(path), onlyNew, mode))) {
                if (content.transferTo(out) != size) {
                    throw new IOException("the content is not of the size that was said");
                }
            }
        }

        @Override
        public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
            return far.start(request, sink);
        }

        @Override
        public int run(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
            return far.run(request, sink);
        }

        @Override
        public boolean exists() throws IOException, InterruptedException {
            return far.exists();
        }

        @Override
        public void release(OnClose how) throws IOException {
            far.release(how);
        }
    }
}
