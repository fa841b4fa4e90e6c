package dev.cofferdam.mcp.cli;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.SandboxProvider;
import java.util.List;
import java.util.stream.Collectors;

/** The providers that the command finds on its class path. */
final class Providers {
    private Providers() {}

    /** Returns the provider of a name, or fails naming the valid ones and what failed to load. */
    static SandboxProvider named(String name) {
        List<SandboxProvider> found = Workspaces.providers();
        return found.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name, found));
    }

    private static UsageException unknown(String name, List<SandboxProvider> found) {
        String valid = found.stream().map(SandboxProvider::name).collect(Collectors.joining(", "));
        List<String> broken = Workspaces.brokenProviders();
        return new UsageException("unknown provider " + name + "; there are: " + valid
                + (broken.isEmpty() ? "" : "; these failed to load: " + String.join("; ", broken)));
    }
}
