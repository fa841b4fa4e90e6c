package dev.cofferdam;

import dev.cofferdam.internal.engine.Providers;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;

/**
 * The door to Cofferdam: opens workspaces.
 *
 * <pre>{@code
 * try (Workspace workspace = Workspaces.local().open()) {
 *     workspace.writeText("greet.sh", "echo hi $1");
 *     CommandResult result = workspace.exec(Command.of("sh", "greet.sh", "you"));
 * }
 * }</pre>
 */
public final class Workspaces {
    private Workspaces() {}

    /**
     * Begin a workspace in a directory of this machine, without isolation: a fresh temporary one unless a root is set.
     *
     * @return the builder
     */
    public static WorkspaceBuilder local() {
        return provider("local");
    }

    /**
     * Begin a workspace on a provider that is chosen by name.
     *
     * @param name the name of a built-in provider or of one that is found on the class path or module path
     * @return the builder
     * @throws WorkspaceException {@code INVALID_ARGUMENT} naming the valid ones when there is no such provider;
     *     {@code UNAVAILABLE} when it is there and fails to load
     */
    public static WorkspaceBuilder provider(String name) {
        return over(Providers.find(name));
    }

    /**
     * Begin a workspace on a provider of the caller's own.
     *
     * @param provider the provider
     * @return the builder
     */
    public static WorkspaceBuilder over(SandboxProvider provider) {
        return new WorkspaceBuilder(provider);
    }

    /**
     * Return the providers that are built in or found by {@link java.util.ServiceLoader}, sorted by name. One that fails
     * to load is left out and never hides the others (WS-LIFE-002).
     *
     * @return the providers
     */
    public static List<SandboxProvider> providers() {
        return Providers.load().working();
    }

    /**
     * Return what failed to load of the providers that {@link java.util.ServiceLoader} found.
     *
     * @return a message for each, empty when all loaded
     */
    public static List<String> brokenProviders() {
        return Providers.load().broken();
    }
}
