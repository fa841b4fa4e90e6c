package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.launch.Launch;
import dev.cofferdam.internal.launch.LaunchProbe;
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
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The provider {@code ssh}: a fresh directory, or one that the user gives, on a machine that is reached over SSH, and
 * processes of its user. It does not isolate commands from that machine.
 *
 * <p>Needs the library {@code org.apache.sshd:sshd-osgi}, or {@code sshd-core} on the class path.
 */
public final class SshProvider implements SandboxProvider {
    private static final String LIBRARY = "org.apache.sshd:sshd-osgi:2.20.0";
    private static final Capabilities CAPABILITIES = Capabilities.everything()
            .without(Capability.SUSPEND, "a directory costs nothing while it is not used")
            .without(Capability.LIFETIME, "a directory has no end of its own")
            .without(Capability.PORTS, "a server listens on the machine itself, under an address that it chooses")
            .without(Capability.NETWORK_POLICY, "commands use the network of the machine")
            .without(Capability.RESOURCE_LIMITS, "commands are ordinary processes of the user")
            .without(Capability.RACE_FREE_CONFINEMENT, "files are reached by their paths, in the shell of the machine");

    private final Machine machine;
    private final Optional<Secret> password;

    /** Create the provider; does no work. */
    public SshProvider() {
        this(Machine.ours(), Optional.empty());
    }

    SshProvider(Machine machine, Optional<Secret> password) {
        this.machine = machine;
        this.password = password;
    }

    /**
     * Return the provider with a password, for the user or for a key file that needs one.
     *
     * @param secret the password
     * @return a new provider
     */
    public SshProvider withPassword(Secret secret) {
        return new SshProvider(machine, Optional.of(secret));
    }

    @Override
    public String name() {
        return "ssh";
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
    public List<OptionSpec> options() {
        return SshSettings.OPTIONS;
    }

    @Override
    public Availability probe(SandboxRequest request) {
        try {
            SshSettings settings = settings(request);
            try (Remote remote = remote(settings)) {
                launch(remote);
            }
            return Availability.available("commands run as " + settings.user() + " on " + settings.server());
        } catch (WorkspaceException e) {
            return Availability.missing(String.valueOf(e.getMessage()), "do what the reason says");
        } catch (IOException e) {
            return Availability.missing("the connection to the server was lost", "try again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Availability.missing("the search was interrupted", "search again");
        }
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        Optional<String> root = request.workspace().root();
        Place.Asked asked = new Place.Asked(
                root.isPresent() ? Place.Way.GIVEN : Place.Way.FRESH,
                root.orElse(""),
                request.workspace().createRoot(),
                request.workspace()
                        .onClose()
                        .filter(how -> how != OnClose.DESTROY)
                        .isPresent());
        return enter(request, asked)
                .orElseThrow(() -> WorkspaceException.of(ErrorCode.UNAVAILABLE, "the root does not exist"));
    }

    @Override
    public Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        Optional<String> path = Place.path(id);
        return path.isPresent()
                ? enter(request, new Place.Asked(Place.Way.AGAIN, path.get(), false, true))
                : Optional.empty();
    }

    private Optional<Sandbox> enter(SandboxRequest request, Place.Asked asked)
            throws IOException, InterruptedException {
        SshSettings settings = settings(request);
        String name = "cofferdam-" + machine.token();
        Remote remote = remote(settings);
        boolean entered = false;
        try {
            Launch launch = launch(remote);
            Optional<Place> place = Place.enter(remote, settings, asked, name, Owner.self());
            entered = place.isPresent();
            return place.map(found -> new SshSandbox(
                    settings,
                    machine,
                    remote,
                    launch,
                    found,
                    !request.workspace().inheritHome().orElse(!found.fresh())));
        } finally {
            if (!entered) {
                remote.close();
            }
        }
    }

    private SshSettings settings(SandboxRequest request) {
        return SshSettings.of(request, machine, password);
    }

    private Remote remote(SshSettings settings) {
        try {
            return new Remote(new Connections(Connector.of(settings, machine)), settings, machine);
        } catch (NoClassDefFoundError e) {
            throw WorkspaceException.of(
                            ErrorCode.UNAVAILABLE,
                            "the provider ssh needs the library " + LIBRARY + ": add it to the dependencies")
                    .causedBy(e);
        }
    }

    /** Prove that commands can be started (WS-LIFE-001). */
    private Launch launch(Remote remote) throws IOException, InterruptedException {
        return new LaunchProbe(remote::run, machine.token()).find();
    }
}
