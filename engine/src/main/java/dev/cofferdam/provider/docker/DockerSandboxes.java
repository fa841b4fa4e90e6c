package dev.cofferdam.provider.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Makes sandboxes and finds those of before. Links docker-java, so it is used only where that is known to be there. */
final class DockerSandboxes {
    private static final String PREFIX = "cofferdam-";

    private final Surroundings here;
    private final Owner owner;
    private final Set<String> swept = ConcurrentHashMap.newKeySet();

    DockerSandboxes(Surroundings here, Owner owner) {
        this.here = here;
        this.owner = owner;
    }

    Availability probe(SandboxRequest request) throws InterruptedException {
        try (Daemon daemon = Daemon.connect(request.options(), here)) {
            Settings.of(request);
            // In the version that was agreed on, which may be too old for a daemon of later times.
            daemon.call("answer", () -> daemon.client().pingCmd().exec());
            return Availability.available("Docker API " + daemon.version() + " at "
                    + daemon.transport().endpoint().shown());
        } catch (WorkspaceException e) {
            String[] parts = String.valueOf(e.getMessage()).split("; ", 2);
            return Availability.missing(parts[0], parts.length == 2 ? parts[1] : "do what the reason says");
        } catch (IOException e) {
            return Availability.missing(
                    "the Docker daemon cannot be asked: " + e.getMessage(), "look at the daemon's log, or restart it");
        }
    }

    private Daemon connect(Map<String, String> options) throws IOException, InterruptedException {
        Daemon daemon = Daemon.connect(options, here);
        boolean done = false;
        try {
            if (swept.add(daemon.transport().endpoint().url())) {
                Leftovers.sweep(daemon, owner);
            }
            done = true;
            return daemon;
        } finally {
            if (!done) {
                daemon.close();
            }
        }
    }

    Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        Settings settings = Settings.of(request);
        if (settings.host().isPresent()) {
            if (swept.add(Settings.FRESH)) {
                HostRoot.sweep(owner);
            }
            HostRoot root = HostRoot.prepare(
                    settings.host().get(),
                    settings.below(),
                    request.workspace().createRoot(),
                    settings.outlives() ? Optional.empty() : Optional.of(owner));
            return over(root, settings, request);
        }
        Container container = start(settings, request, Optional.empty());
        boolean done = false;
        try {
            container.prepareRoot(settings, request.workspace().createRoot());
            done = true;
            return DockerSandbox.inside(container, settings);
        } finally {
            if (!done) {
                DockerSandbox.inside(container, settings).release(OnClose.DESTROY);
            }
        }
    }

    private DockerSandbox over(HostRoot root, Settings settings, SandboxRequest request) {
        return DockerSandbox.over(
                root, settings, () -> start(settings.asCaller(), request, Optional.of(root.directory())));
    }

    private Container start(Settings settings, SandboxRequest request, Optional<Path> mounted)
            throws IOException, InterruptedException {
        Daemon daemon = connect(request.options());
        boolean done = false;
        try {
            if (mounted.isPresent() && !daemon.transport().endpoint().isLocal()) {
                throw Refusals.unsupported(
                        "a directory of this host can only be mounted by a daemon of this host, which"
                                + " is reached over a socket; leave out the option host to have files in the container");
            }
            Container container = new ContainerStart(
                            daemon,
                            settings,
                            owner,
                            mounted,
                            request.workspace().createRoot())
                    .run(PREFIX + Machine.random(8));
            done = true;
            return container;
        } finally {
            if (!done) {
                daemon.close();
            }
        }
    }

    Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        Settings settings = Settings.of(request);
        if (settings.host().isPresent()) {
            return root(id, settings)
                    .filter(root -> Files.isDirectory(root.path()))
                    .map(root -> over(root, settings, request));
        }
        if (!id.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Daemon daemon = connect(request.options());
        Container container = null;
        try {
            Optional<InspectContainerResponse> found = Container.find(daemon, id);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            String foundId = found.get().getId();
            if (!Boolean.TRUE.equals(found.get().getState().getRunning())) {
                Container.resume(daemon, foundId);
            }
            container = new Container(daemon, foundId, id, Lifeline.attach(daemon, foundId), false);
            return Optional.of(DockerSandbox.inside(container, settings));
        } finally {
            if (container == null) {
                daemon.close();
            }
        }
    }

    private static Optional<HostRoot> root(String id, Settings settings) throws IOException {
        if (!id.startsWith("/")) {
            return HostRoot.find(id, settings.below());
        }
        try {
            Path directory = Path.of(URI.create("file://" + id));
            return Files.isDirectory(directory)
                    ? Optional.of(new HostRoot(directory.toRealPath(), settings.below(), true))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            // No id of ours.
            return Optional.empty();
        }
    }

    boolean suspend(String id, SandboxRequest request) throws IOException, InterruptedException {
        Optional<Sandbox> found = connect(id, request);
        if (found.isPresent()) {
            found.get().release(OnClose.STOP);
        }
        return found.isPresent();
    }
}
