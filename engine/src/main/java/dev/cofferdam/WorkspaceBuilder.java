package dev.cofferdam;

import dev.cofferdam.internal.engine.EngineWorkspace;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceListener;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Collects how a workspace is to be, and opens it. Not safe for use by several threads. */
public final class WorkspaceBuilder {
    private final SandboxProvider provider;
    private final WorkspaceOptions.Builder workspace = WorkspaceOptions.builder();
    private final Map<String, String> options = new LinkedHashMap<>();

    WorkspaceBuilder(SandboxProvider provider) {
        this.provider = provider;
    }

    /**
     * Set where the workspace lies in the sandbox; default a fresh root of the provider's own.
     *
     * @param path absolute, or relative to the provider's working directory
     * @return this builder
     */
    public WorkspaceBuilder root(String path) {
        workspace.root(path);
        return this;
    }

    /**
     * Set where the workspace lies, for a provider whose files are on this machine.
     *
     * @param directory the root
     * @return this builder
     */
    public WorkspaceBuilder root(Path directory) {
        return root(directory.toAbsolutePath().toString());
    }

    /**
     * Set whether a missing root is made; default {@code true}.
     *
     * @param create whether to make it
     * @return this builder
     */
    public WorkspaceBuilder createRoot(boolean create) {
        workspace.createRoot(create);
        return this;
    }

    /**
     * Set where commands run; default the root.
     *
     * @param path a workspace path
     * @return this builder
     */
    public WorkspaceBuilder cwd(String path) {
        workspace.cwd(path);
        return this;
    }

    /**
     * Add an environment variable for every command.
     *
     * @param name a name of the form {@code [A-Za-z_][A-Za-z0-9_]*}
     * @param value anything without a NUL
     * @return this builder
     */
    public WorkspaceBuilder env(String name, String value) {
        workspace.env(name, value);
        return this;
    }

    /**
     * Add an environment variable whose value is never shown, for every command.
     *
     * @param name a name of the form {@code [A-Za-z_][A-Za-z0-9_]*}
     * @param value the secret
     * @return this builder
     */
    public WorkspaceBuilder env(String name, Secret value) {
        workspace.env(name, value);
        return this;
    }

    /**
     * Set after how long a command is ended; default 120 s.
     *
     * @param time the time, positive
     * @return this builder
     */
    public WorkspaceBuilder timeout(Duration time) {
        return limits(l -> l.timeout(time));
    }

    /**
     * Change the limits.
     *
     * @param change takes the limits as they are and returns others
     * @return this builder
     */
    public WorkspaceBuilder limits(UnaryOperator<Limits> change) {
        workspace.limits(change.apply(workspace.limits()));
        return this;
    }

    /**
     * Set what happens to processes that commands leave; default {@link Background#KILL}.
     *
     * @param choice what happens to them
     * @return this builder
     */
    public WorkspaceBuilder background(Background choice) {
        workspace.background(choice);
        return this;
    }

    /**
     * Set what closing does with the sandbox.
     *
     * @param choice what closing does
     * @return this builder
     */
    public WorkspaceBuilder onClose(OnClose choice) {
        workspace.onClose(choice);
        return this;
    }

    /**
     * Set how long the provider lets the sandbox live unused; default 30 minutes.
     *
     * @param time the time, positive
     * @return this builder
     */
    public WorkspaceBuilder lifetime(Duration time) {
        workspace.lifetime(time);
        return this;
    }

    /**
     * Set whether commands get the user's {@code HOME}; default only for a root given by path.
     *
     * @param inherit whether they get it
     * @return this builder
     */
    public WorkspaceBuilder inheritHome(boolean inherit) {
        workspace.inheritHome(inherit);
        return this;
    }

    /**
     * Set the largest trash, beyond which the oldest items go; default no cap.
     *
     * @param bytes the cap, zero or more
     * @return this builder
     */
    public WorkspaceBuilder maxTrashBytes(long bytes) {
        workspace.maxTrashBytes(bytes);
        return this;
    }

    /**
     * Add a listener that sees every operation.
     *
     * @param listener the listener
     * @return this builder
     */
    public WorkspaceBuilder listener(WorkspaceListener listener) {
        workspace.listener(listener);
        return this;
    }

    /**
     * Set an option of the provider's own.
     *
     * @param name the name, one of {@link SandboxProvider#options()}
     * @param value the value in its text form
     * @return this builder
     * @throws WorkspaceException {@code INVALID_ARGUMENT} naming the valid ones when there is no such option
     */
    public WorkspaceBuilder option(String name, String value) {
        if (provider.options().stream().noneMatch(option -> option.name().equals(name))) {
            String valid =
                    provider.options().stream().map(OptionSpec::name).sorted().collect(Collectors.joining(", "));
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the provider " + provider.name() + " has no option " + name + "; "
                            + (valid.isEmpty() ? "it has none of its own" : "its options are " + valid));
        }
        options.put(name, value);
        return this;
    }

    /**
     * Set options of the provider's own.
     *
     * @param values names and values as in {@link #option(String, String)}
     * @return this builder
     */
    public WorkspaceBuilder options(Map<String, String> values) {
        values.forEach(this::option);
        return this;
    }

    /**
     * Find out whether the provider works here, without creating a sandbox.
     *
     * @return whether it does, and otherwise why not and what to do
     */
    public Availability probe() {
        return provider.probe(request());
    }

    /**
     * Open the workspace. Its sandbox is created by {@link Workspace#start()} or by the first operation that needs it.
     *
     * @return the workspace, to be closed by the caller
     * @throws WorkspaceException {@code INVALID_ARGUMENT} when an option is out of its range
     */
    public Workspace open() {
        return EngineWorkspace.open(provider, request());
    }

    /**
     * Open a workspace on a sandbox of before; needs {@link dev.cofferdam.workspace.Capability#RECONNECT}.
     *
     * @param id what {@link Workspace#id()} returned
     * @return the workspace, to be closed by the caller; empty when the sandbox no longer exists
     * @throws WorkspaceException {@code UNSUPPORTED} when the provider cannot
     */
    public Optional<Workspace> connect(String id) {
        return EngineWorkspace.connect(provider, request(), id);
    }

    /**
     * Suspend a sandbox so that its files survive; needs {@link dev.cofferdam.workspace.Capability#SUSPEND}.
     *
     * @param id what {@link Workspace#id()} returned
     * @return whether there was a sandbox
     * @throws WorkspaceException {@code UNSUPPORTED} when the provider cannot
     */
    public boolean suspend(String id) {
        return EngineWorkspace.suspend(provider, request(), id);
    }

    /**
     * Destroy a sandbox that no workspace holds.
     *
     * @param id what {@link Workspace#id()} returned
     * @return whether there was a sandbox
     * @throws WorkspaceException {@code UNSUPPORTED} when the provider cannot
     */
    public boolean destroy(String id) {
        return EngineWorkspace.destroy(provider, request(), id);
    }

    private SandboxRequest request() {
        return new SandboxRequest(workspace.build(), options);
    }
}
