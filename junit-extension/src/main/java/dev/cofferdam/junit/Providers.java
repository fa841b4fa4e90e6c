package dev.cofferdam.junit;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** The providers on the class path, and what their probes found in this run. */
final class Providers {
    private static final Namespace NAMESPACE = Namespace.create(Providers.class);

    private Providers() {}

    private record Probe(String provider, Map<String, String> options) {}

    /** Find out whether a provider works here; each is asked once in a run. */
    static Availability probe(ExtensionContext context, String name, Map<String, String> options) {
        SandboxProvider provider = named(name);
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                        new Probe(name, options),
                        probe -> provider.probe(new SandboxRequest(WorkspaceOptions.defaults(), options)),
                        Availability.class);
    }

    /** Return a provider by its name. */
    static SandboxProvider named(String name) {
        List<SandboxProvider> providers = Workspaces.providers();
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ExtensionConfigurationException(
                        "There is no provider '" + name + "'; valid are: " + names(providers) + broken()));
    }

    private static String names(List<SandboxProvider> providers) {
        return providers.stream().map(SandboxProvider::name).sorted().collect(Collectors.joining(", "));
    }

    /** The one that is asked for may be among those that failed to load. */
    private static String broken() {
        List<String> broken = Workspaces.brokenProviders();
        return broken.isEmpty() ? "" : "; failed to load: " + String.join("; ", broken);
    }

    static String reason(String provider, Availability availability) {
        return "The provider " + provider + " does not work here: " + availability.reason()
                + (availability.mend().isEmpty() ? "" : "; " + availability.mend());
    }
}
