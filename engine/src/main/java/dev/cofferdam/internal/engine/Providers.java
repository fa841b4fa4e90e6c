package dev.cofferdam.internal.engine;

import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The providers that {@link ServiceLoader} finds, entry by entry, so that a broken one hides no other (WS-LIFE-002).
 *
 * @param working those that loaded, sorted by name
 * @param broken a message for each that did not
 */
public record Providers(List<SandboxProvider> working, List<String> broken) {
    /** Copy the lists. */
    public Providers {
        working = List.copyOf(working);
        broken = List.copyOf(broken);
    }

    /** Look for providers with the calling thread's context class loader, or else with our own; once for each. */
    public static Providers load() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return ProviderCache.shared().of(context != null ? context : Providers.class.getClassLoader());
    }

    static Providers load(ClassLoader loader) {
        List<SandboxProvider> working = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<SandboxProvider> found =
                ServiceLoader.load(SandboxProvider.class, loader).iterator();
        while (true) {
            try {
                if (!found.hasNext()) {
                    break;
                }
                SandboxProvider provider = found.next();
                if (working.stream().noneMatch(other -> other.name().equals(provider.name()))) {
                    working.add(provider);
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                broken.add(describe(e));
            }
        }
        working.sort(Comparator.comparing(SandboxProvider::name));
        return new Providers(working, broken);
    }

    private static String describe(Throwable e) {
        StringBuilder text = new StringBuilder(String.valueOf(e.getMessage()));
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            text.append(": ").append(cause);
        }
        return text.toString();
    }

    /** Find a provider by its name, or fail naming the valid ones. */
    public static SandboxProvider find(String name) {
        Providers providers = load();
        for (SandboxProvider provider : providers.working) {
            if (provider.name().equals(name)) {
                return provider;
            }
        }
        String valid = String.join(
                ", ", providers.working.stream().map(SandboxProvider::name).toList());
        if (providers.broken.isEmpty()) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "there is no provider " + name + "; the providers here are " + valid);
        }
        throw WorkspaceException.of(
                ErrorCode.UNAVAILABLE,
                "there is no provider " + name + " that loads; the providers here are " + valid + ", and these failed: "
                        + String.join("; ", providers.broken));
    }
}
