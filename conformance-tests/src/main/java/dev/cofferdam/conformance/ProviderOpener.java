package dev.cofferdam.conformance;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;
import java.util.Optional;

/** Opens the workspaces of a provider through the same door as every user. */
record ProviderOpener(SandboxProvider provider, Map<String, String> options) implements Opener {
    @Override
    public Workspace open(WorkspaceOptions workspace) {
        return builder(workspace).open();
    }

    @Override
    public Optional<Workspace> connect(String id, WorkspaceOptions workspace) {
        return builder(workspace).connect(id);
    }

    private WorkspaceBuilder builder(WorkspaceOptions workspace) {
        WorkspaceBuilder builder = Workspaces.over(provider)
                .options(options)
                .createRoot(workspace.createRoot())
                .cwd(workspace.cwd())
                .background(workspace.background())
                .limits(limits -> workspace.limits())
                .lifetime(workspace.lifetime());
        workspace.root().ifPresent(builder::root);
        workspace.env().forEach((name, value) -> {
            if (workspace.secretNames().contains(name)) {
                builder.env(name, Secret.of(value));
            } else {
                builder.env(name, value);
            }
        });
        workspace.onClose().ifPresent(builder::onClose);
        workspace.inheritHome().ifPresent(builder::inheritHome);
        workspace.maxTrashBytes().ifPresent(builder::maxTrashBytes);
        workspace.listeners().forEach(builder::listener);
        return builder;
    }
}
