package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.nio.NioFiles;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.shell.ShellRoot;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A root that is reached by a shell in the sandbox.
 *
 * @param provider the name of the sandbox's provider
 * @param sandbox the sandbox
 * @param root the open root
 * @param spellings the absolute paths under which it is known
 */
record ShellFiles(String provider, Sandbox sandbox, ShellRoot root, List<String> spellings) implements EngineRoot {
    static ShellFiles open(SandboxProvider provider, Sandbox sandbox, WorkspaceOptions options) throws IOException {
        boolean streams = provider.capabilities().has(Capability.STDIN);
        ShellRoot root = ShellRoot.open(sandbox, streams, new SecureRandom(), System::nanoTime);
        List<String> spellings = new ArrayList<>(List.of(sandbox.root(), root.path()));
        options.root().filter(asked -> asked.startsWith("/")).ifPresent(spellings::add);
        return new ShellFiles(provider.name(), sandbox, root, spellings);
    }

    @Override
    public Dir dir() {
        return root.dir();
    }

    @Override
    public List<String> names() {
        return List.of(root.path().split("/", -1)).stream()
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Two workspaces of one root share its key when they came to it by the same sandbox. */
    @Override
    public Object key() {
        return List.of(provider, sandbox.id(), root.path());
    }

    @Override
    public boolean outlivesItself() {
        return false;
    }

    @Override
    public boolean exists() throws IOException {
        return root.exists();
    }

    @Override
    public String pathFor(NioFiles.OpenDirectory open) throws IOException {
        return open.directory().descriptor();
    }

    @Override
    public Optional<String> guess(WorkspacePath path) {
        return root.guess(path.names());
    }

    @Override
    public void close() {
        root.close();
    }
}
