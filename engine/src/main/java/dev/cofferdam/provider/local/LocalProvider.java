package dev.cofferdam.provider.local;

import dev.cofferdam.internal.host.Cleanup;
import dev.cofferdam.internal.host.GivenRoot;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.internal.host.Leftovers;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The provider {@code local}: a fresh temporary directory or a directory that the user gives, and processes of this
 * user. It confines file operations to the root; it does not isolate commands.
 */
public final class LocalProvider implements SandboxProvider {
    private static final Capabilities CAPABILITIES = Capabilities.everything()
            .without(Capability.SUSPEND, "a directory costs nothing while it is not used")
            .without(Capability.LIFETIME, "a directory has no end of its own")
            .without(Capability.PORTS, "a server listens on the host itself, under an address that it chooses")
            .without(Capability.NETWORK_POLICY, "commands use the network of the host")
            .without(Capability.RESOURCE_LIMITS, "commands are ordinary processes of the user");

    private final Host host;
    private final SecureRandom random = new SecureRandom();

    /** Create the provider; does no work. */
    public LocalProvider() {
        this(Host.shared());
    }

    LocalProvider(Host host) {
        this.host = host;
    }

    @Override
    public String name() {
        return "local";
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
    public Availability probe(SandboxRequest request) {
        try {
            PrivateDirectory scratch = PrivateDirectory.create(PrivateDirectory.hostTemporary(), false, false, random);
            try {
                host.launch(scratch.path());
            } finally {
                scratch.delete();
            }
            return Availability.available("commands run as this user, without isolation");
        } catch (WorkspaceException e) {
            return Availability.missing(String.valueOf(e.getMessage()), "do what the reason says");
        } catch (IOException e) {
            return Availability.missing("no program could be started", "check that sh and setsid work for this user");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Availability.missing("the search was interrupted", "search again");
        }
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        if (host.claimSweep("local")) {
            Leftovers.sweep(PrivateDirectory.hostTemporary());
        }
        Optional<String> root = request.workspace().root();
        if (root.isPresent()) {
            return over(GivenRoot.at(root.get(), request.workspace().createRoot()), request);
        }
        boolean kept = request.workspace()
                .onClose()
                .filter(how -> how != OnClose.DESTROY)
                .isPresent();
        return ready(fresh(PrivateDirectory.create(PrivateDirectory.hostTemporary(), true, kept, random), request));
    }

    @Override
    public Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        if (!id.startsWith("/")) {
            return PrivateDirectory.find(PrivateDirectory.hostTemporary(), id)
                    .filter(own -> Files.isDirectory(own.root()))
                    .map(own -> fresh(own, request));
        }
        Optional<Path> root = GivenRoot.named(id);
        return root.isPresent() ? Optional.of(over(root.get(), request)) : Optional.empty();
    }

    private LocalSandbox fresh(PrivateDirectory own, SandboxRequest request) {
        boolean inherit = request.workspace().inheritHome().orElse(false);
        String home = inherit ? host.userHome() : own.home().toString();
        return new LocalSandbox(host, own, own.root(), false, home);
    }

    private LocalSandbox over(Path root, SandboxRequest request) throws IOException, InterruptedException {
        boolean inherit = request.workspace().inheritHome().orElse(true);
        PrivateDirectory own = PrivateDirectory.create(PrivateDirectory.hostTemporary(), false, false, random);
        String home = inherit ? host.userHome() : own.home().toString();
        return ready(new LocalSandbox(host, own, root, true, home));
    }

    /** Prove that programs can be started, once for all workspaces (WS-LIFE-001); leave nothing when they cannot. */
    private LocalSandbox ready(LocalSandbox sandbox) throws IOException, InterruptedException {
        Cleanup cleanup = new Cleanup();
        cleanup.add(() -> sandbox.release(OnClose.DESTROY));
        try {
            sandbox.prove();
            cleanup.forget();
            return sandbox;
        } finally {
            cleanup.run();
        }
    }
}
