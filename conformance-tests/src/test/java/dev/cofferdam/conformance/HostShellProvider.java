package dev.cofferdam.conformance;

import dev.cofferdam.provider.local.LocalProvider;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A directory of this host that is reached by the five operations of a driver alone, as a sandbox far away is: no mounted
 * root.
 */
final class HostShellProvider implements SandboxProvider {
    private final LocalProvider local = new LocalProvider();
    private final boolean streamsInput;
    private final Optional<String> path;
    private final List<ProcessRequest> started = new CopyOnWriteArrayList<>();

    /**
     * Create the provider.
     *
     * @param streamsInput whether what the engine starts for itself may be given a streamed input
     */
    HostShellProvider(boolean streamsInput) {
        this(streamsInput, Optional.empty());
    }

    /**
     * Create a provider whose programs are looked for elsewhere.
     *
     * @param path the PATH of all programs
     */
    HostShellProvider(boolean streamsInput, Optional<String> path) {
        this.streamsInput = streamsInput;
        this.path = path;
    }

    /** Return all that was started so far, by whomever. */
    List<ProcessRequest> started() {
        return started;
    }

    @Override
    public String name() {
        return streamsInput ? "host-shell" : "host-shell-one-shot";
    }

    @Override
    public Isolation isolation() {
        return local.isolation();
    }

    @Override
    public Capabilities capabilities() {
        return local.capabilities();
    }

    @Override
    public Availability probe(SandboxRequest request) {
        return local.probe(request);
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        return new HostShell(this, local.create(request));
    }

    @Override
    public Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        return local.connect(id, request).map(sandbox -> new HostShell(this, sandbox));
    }

    /** The sandbox; what it does, the local one does, but for its files. */
    private record HostShell(HostShellProvider provider, Sandbox local) implements Sandbox {
        @Override
        public String id() {
            return local.id();
        }

        @Override
        public String root() {
            return local.root();
        }

        @Override
        public byte[] read(String path, long limit) throws IOException {
            try (InputStream in = Files.newInputStream(Path.of(path))) {
                return in.readNBytes((int) Math.min(limit, Integer.MAX_VALUE));
            }
        }

        @Override
        public void write(String path, InputStream content, long size) throws IOException {
            Path file = Path.of(path);
            try (var channel = Files.newByteChannel(
                            file,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                    var out = java.nio.channels.Channels.newOutputStream(channel)) {
                if (content.transferTo(out) != size) {
                    throw new IOException("the content has another size than was said");
                }
            }
        }

        @Override
        public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
            if (!provider.streamsInput && request.stdin().isEmpty() && isShell(request.argv())) {
                throw WorkspaceException.of(ErrorCode.UNSUPPORTED, "programs take no streamed input here");
            }
            provider.started.add(request);
            return local.start(elsewhere(request), sink);
        }

        private ProcessRequest elsewhere(ProcessRequest request) {
            if (provider.path.isEmpty()) {
                return request;
            }
            Map<String, String> env = new HashMap<>(request.env());
            env.put("PATH", provider.path.get());
            return new ProcessRequest(
                    request.argv(),
                    request.cwd(),
                    env,
                    request.stdin(),
                    request.background(),
                    request.allowedDomains(),
                    request.onUnknownHost());
        }

        /** Commands of the suite are streamed to all the same, so that it can be run as a whole. */
        private static boolean isShell(List<String> argv) {
            return argv.size() > 4 && argv.get(4).equals("serve");
        }

        @Override
        public boolean exists() throws IOException, InterruptedException {
            return local.exists();
        }

        @Override
        public void release(OnClose how) throws IOException {
            local.release(how);
        }
    }
}
