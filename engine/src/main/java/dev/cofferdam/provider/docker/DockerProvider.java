package dev.cofferdam.provider.docker;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The provider {@code docker}: a container for each workspace, without network, without capabilities and with limits on
 * memory, processors and processes unless options say otherwise. Files are in the container, or in a directory of this
 * host that is mounted as its root (the option {@code host}).
 *
 * <p>It needs {@code com.github.docker-java:docker-java-core} on the class path, and a Docker daemon. All its
 * containers are removed by {@code docker rm -f $(docker ps -aq --filter label=dev.cofferdam.sandbox)}.
 */
public final class DockerProvider implements SandboxProvider {
    /** The label of every container that the provider makes; its value is {@code true}. */
    public static final String LABEL = "dev.cofferdam.sandbox";

    private static final String LIBRARY = "com.github.docker-java:docker-java-core:3.7.1";

    private static final Capabilities CAPABILITIES = Capabilities.everything()
            .without(Capability.LIFETIME, "a container has no end of its own; it ends with its client");

    private final Object lock = new Object();
    private @Nullable DockerSandboxes sandboxes;

    /** Create the provider; does no work. */
    public DockerProvider() {}

    @Override
    public String name() {
        return "docker";
    }

    @Override
    public Isolation isolation() {
        return Isolation.CONTAINER;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public List<OptionSpec> options() {
        return Settings.OPTIONS;
    }

    @Override
    public Availability probe(SandboxRequest request) {
        try {
            return sandboxes().probe(request);
        } catch (WorkspaceException e) {
            String[] parts = String.valueOf(e.getMessage()).split("; ", 2);
            return Availability.missing(parts[0], parts.length == 2 ? parts[1] : "do what the reason says");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Availability.missing("the search was interrupted", "search again");
        }
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException, InterruptedException {
        return sandboxes().create(request);
    }

    @Override
    public Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        return sandboxes().connect(id, request);
    }

    @Override
    public boolean suspend(String id, SandboxRequest request) throws IOException, InterruptedException {
        return sandboxes().suspend(id, request);
    }

    /** Link docker-java, and say what is wrong with it where that fails (WS-LIFE-002). */
    private DockerSandboxes sandboxes() {
        synchronized (lock) {
            DockerSandboxes present = sandboxes;
            if (present == null) {
                requireLibrary();
                present = new DockerSandboxes(Machine.surroundings(), Owner.self());
                sandboxes = present;
            }
            return present;
        }
    }

    private static void requireLibrary() {
        try {
            Class.forName("com.github.dockerjava.core.DockerClientImpl", true, DockerProvider.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw Refusals.unavailable("docker-java is not on the class path", "add " + LIBRARY)
                    .causedBy(e);
        } catch (LinkageError e) {
            throw Refusals.unavailable("docker-java fails to load: " + e, "add " + LIBRARY + " with what it needs")
                    .causedBy(e);
        }
    }
}
