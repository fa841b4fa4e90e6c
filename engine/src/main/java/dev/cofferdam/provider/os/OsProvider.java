package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.Cleanup;
import dev.cofferdam.internal.host.GivenRoot;
import dev.cofferdam.internal.host.Leftovers;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * The provider {@code os}: a fresh temporary directory or a directory that the user gives, and commands in the sandbox
 * of the operating system. Commands write in that directory alone, read what the user reads, and have no network but
 * what a policy allows. On Linux it needs the programs {@code bwrap} and {@code socat}.
 */
public final class OsProvider implements SandboxProvider {
    private static final Capabilities CAPABILITIES = Capabilities.everything()
            .without(Capability.BACKGROUND, "the sandbox ends with its command, and everything in it")
            .without(Capability.SUSPEND, "a directory costs nothing while it is not used")
            .without(Capability.LIFETIME, "a directory has no end of its own")
            .without(Capability.PORTS, "each command has a network of its own, which nobody else reaches")
            .without(Capability.RESOURCE_LIMITS, "commands are ordinary processes of the user");

    private final OsHost os;
    private final SandboxPolicy policy;
    private final SecureRandom random = new SecureRandom();

    /** Create the provider with the policy under which commands reach no host; does no work. */
    public OsProvider() {
        this(SandboxPolicy.defaults());
    }

    /**
     * Create the provider; does no work.
     *
     * @param policy what commands reach, unless an option of the workspace says otherwise
     */
    public OsProvider(SandboxPolicy policy) {
        this(OsHost.shared(), policy);
    }

    OsProvider(OsHost os, SandboxPolicy policy) {
        this.os = os;
        this.policy = policy;
    }

    @Override
    public String name() {
        return "os";
    }

    @Override
    public Isolation isolation() {
        return Isolation.OS;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public List<OptionSpec> options() {
        return OsSettings.OPTIONS;
    }

    @Override
    public Availability probe(SandboxRequest request) {
        try {
            os.proof().require(Optional.empty());
            return Availability.available("commands run in bubblewrap");
        } catch (WorkspaceException e) {
            String[] parts = String.valueOf(e.getMessage()).split("; ", 2);
            return Availability.missing(parts[0], parts.length == 2 ? parts[1] : "do what the reason says");
        } catch (IOException e) {
            return Availability.missing("no program could be started", "check that sh and bwrap work for this user");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Availability.missing("the search was interrupted", "search again");
        }
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        requireLinux();
        sweep();
        Optional<String> asked = request.workspace().root();
        if (asked.isPresent()) {
            requireGood(asked.get(), request);
            Path root = GivenRoot.at(asked.get(), request.workspace().createRoot());
            return over(root, request);
        }
        boolean kept = keeps(request);
        PrivateDirectory own = PrivateDirectory.create(os.workspaces(), true, kept, random);
        return ready(own, () -> fresh(own, request, kept));
    }

    private void requireLinux() {
        if (!os.isLinux()) {
            throw Obstacle.NOT_LINUX.failure("the sandbox cannot run here", "");
        }
    }

    /** Return the programs that make sandboxes; empty where there is no sandbox and the policy goes without. */
    private Optional<Tools> tools(Optional<Path> root, Layout layout) throws IOException, InterruptedException {
        try {
            Tools tools = os.proof().require(root);
            // Without a filter Unix sockets are open; so a machine that it does not know must have been allowed them.
            if (os.machine().isEmpty() && !layout.unixSockets()) {
                throw Obstacle.ARCH_NO_SECCOMP.failure("the sandbox cannot run here", "");
            }
            return Optional.of(tools);
        } catch (WorkspaceException e) {
            if (layout.policy().failIfUnavailable() || e.code() != ErrorCode.SANDBOX_UNAVAILABLE) {
                throw e;
            }
            // Looked for only now: most programs never log, and need not be told that nothing is there to log with.
            LoggerFactory.getLogger(OsProvider.class)
                    .warn("Commands run WITHOUT A SANDBOX, as failIfUnavailable is false: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static boolean keeps(SandboxRequest request) {
        return request.workspace()
                .onClose()
                .filter(how -> how != OnClose.DESTROY)
                .isPresent();
    }

    private void sweep() throws IOException {
        if (os.isLinux() && os.host().claimSweep("os")) {
            Leftovers.sweep(os.workspaces());
            os.placeholders().sweep();
        }
    }

    @Override
    public Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        requireLinux();
        if (!id.startsWith("/")) {
            Optional<PrivateDirectory> found =
                    PrivateDirectory.find(os.workspaces(), id).filter(own -> Files.isDirectory(own.root()));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(fresh(found.get(), request, true));
        }
        Optional<Path> root = GivenRoot.named(id);
        return root.isPresent() ? Optional.of(over(root.get(), request)) : Optional.empty();
    }

    /**
     * A fresh root that goes at the end is nobody else's, and nothing outside of the sandbox runs what lies in it. One that
     * is kept is guarded like one that was given.
     */
    private OsSandbox fresh(PrivateDirectory own, SandboxRequest request, boolean guarded)
            throws IOException, InterruptedException {
        boolean inherit = request.workspace().inheritHome().orElse(false);
        List<Path> writable = inherit ? List.of() : List.of(own.home());
        String home = inherit ? os.host().userHome() : own.home().toString();
        Layout layout = layout(own.root(), writable, guarded, request);
        return new OsSandbox(os, tools(Optional.empty(), layout), own, false, layout, home);
    }

    /** Look at what was asked for before any of it is made. */
    private void requireGood(String asked, SandboxRequest request) throws IOException {
        try {
            requireGood(Path.of(asked).toAbsolutePath().normalize(), request);
        } catch (InvalidPathException e) {
            // What cannot be a path is refused as such.
            return;
        }
    }

    private void requireGood(Path root, SandboxRequest request) throws IOException {
        Path home = home();
        Optional<Path> around = new GuardedRoot(home, new HostFacts(Set.of())).around(root);
        if (around.isPresent()
                && !OsSettings.apply(policy, request.options(), root, home)
                        .filesystem()
                        .disabled()) {
            throw GuardedRoot.refusal(around.get());
        }
    }

    private Path home() throws IOException {
        Path home = Path.of(os.host().userHome()).toAbsolutePath().normalize();
        return Files.isDirectory(home) ? home.toRealPath() : home;
    }

    private Sandbox over(Path root, SandboxRequest request) throws IOException, InterruptedException {
        if (root.getNameCount() == 0) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the root of the workspace is /, where commands would write everywhere; give a narrower directory");
        }
        requireGood(root, request);
        boolean inherit = request.workspace().inheritHome().orElse(true);
        PrivateDirectory own = PrivateDirectory.create(os.workspaces(), false, false, random);
        List<Path> writable = inherit ? List.of() : List.of(own.home());
        String home = inherit ? os.host().userHome() : own.home().toString();
        return ready(own, () -> {
            Layout layout = layout(root, writable, true, request);
            return new OsSandbox(os, tools(Optional.of(root), layout), own, true, layout, home);
        });
    }

    private Layout layout(Path root, List<Path> writable, boolean guarded, SandboxRequest request) throws IOException {
        Path home = home();
        return new Layout(
                root,
                home,
                os.workspaces(),
                writable,
                guarded,
                OsSettings.apply(policy, request.options(), root, home));
    }

    /** Makes a sandbox. */
    @FunctionalInterface
    private interface Making {
        Sandbox make() throws IOException, InterruptedException;
    }

    /** Leave nothing when a sandbox cannot be made (WS-LIFE-004). */
    private static Sandbox ready(PrivateDirectory own, Making making) throws IOException, InterruptedException {
        Cleanup cleanup = new Cleanup();
        cleanup.add(own::delete);
        try {
            Sandbox sandbox = making.make();
            cleanup.forget();
            return sandbox;
        } finally {
            cleanup.run();
        }
    }
}
