package dev.cofferdam.spi;

import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;

/**
 * What a workspace asks a provider for.
 *
 * @param workspace the options of every workspace; {@code root} is the provider's to interpret
 * @param options the provider's own options, already checked to be among {@link SandboxProvider#options()}
 */
public record SandboxRequest(WorkspaceOptions workspace, Map<String, String> options) {
    /** Copy the map. */
    public SandboxRequest {
        options = Map.copyOf(options);
    }

    /** Show the names of the options, not their values. */
    @Override
    public String toString() {
        return "SandboxRequest[" + workspace + ", options=" + options.keySet() + "]";
    }
}
