package dev.cofferdam.conformance;

import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;
import java.util.Optional;

/** Opens the workspaces of a provider through the same door as every user. */
record ProviderOpener(SandboxProvider provider, Map<String, String> options) implements Opener {
    @Override
    public Workspace open(WorkspaceOptions workspace) {
        throw WorkspaceException.of(ErrorCode.UNAVAILABLE, "no door leads to " + provider.name() + " yet");
    }

    @Override
    public Optional<Workspace> connect(String id, WorkspaceOptions workspace) {
        throw WorkspaceException.of(ErrorCode.UNAVAILABLE, "no door leads to " + provider.name() + " yet");
    }
}
