package dev.cofferdam.spi;

import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Creates, reaches, suspends and destroys sandboxes of one kind. Found by {@link java.util.ServiceLoader}, or handed to
 * {@code Workspaces.over(provider)}.
 *
 * <p>One object serves all workspaces of a process at once: it keeps no state of a single sandbox and is safe for use by
 * several threads. Its constructor, {@link #name()} and the declarations do no work and load no optional library.
 */
public interface SandboxProvider {

    /**
     * Return the name under which the provider is chosen.
     *
     * @return lower-case letters, digits and {@code -}, beginning with a letter
     */
    String name();

    /**
     * Return how far the provider isolates.
     *
     * @return the isolation
     */
    Isolation isolation();

    /**
     * Return what the sandboxes can do; everything, unless there is a reason.
     *
     * @return the capabilities
     */
    default Capabilities capabilities() {
        return Capabilities.everything();
    }

    /**
     * Return the options that the provider understands besides those of every workspace.
     *
     * @return the options, for messages and help; empty for none
     */
    default List<OptionSpec> options() {
        return List.of();
    }

    /**
     * Find out whether sandboxes can be made here, without making one.
     *
     * @param request what would be asked for
     * @return whether they can, and otherwise why not and what to do
     */
    default Availability probe(SandboxRequest request) {
        return Availability.available();
    }

    /**
     * Create a sandbox. When it fails or is interrupted, nothing is left running (WS-LIFE-004).
     *
     * @param request what is asked for
     * @return the sandbox, ready for use
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     * @throws WorkspaceException {@code UNAVAILABLE} when something is missing, with the mend in the message
     */
    Sandbox create(SandboxRequest request) throws IOException, InterruptedException;

    /**
     * Reach a sandbox of before; needs {@link Capability#RECONNECT}.
     *
     * @param id what {@link Sandbox#id()} returned
     * @param request how it is to be used
     * @return the sandbox, resumed when it was suspended; empty when it no longer exists
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default Optional<Sandbox> connect(String id, SandboxRequest request) throws IOException, InterruptedException {
        throw unsupported(this, Capability.RECONNECT, "connecting to a sandbox of before");
    }

    /**
     * Suspend a sandbox so that it costs less and its files survive; needs {@link Capability#SUSPEND}. Without an
     * implementation a sandbox stops by itself or runs on, as the provider has it.
     *
     * @param id what {@link Sandbox#id()} returned
     * @param request how it was used
     * @return whether there was a sandbox
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default boolean suspend(String id, SandboxRequest request) throws IOException, InterruptedException {
        throw unsupported(this, Capability.SUSPEND, "suspending a sandbox");
    }

    /**
     * Destroy a sandbox that no workspace holds. Without an implementation the engine connects and releases it with
     * {@code DESTROY}.
     *
     * @param id what {@link Sandbox#id()} returned
     * @param request how it was used
     * @return whether there was a sandbox
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default boolean destroy(String id, SandboxRequest request) throws IOException, InterruptedException {
        Optional<Sandbox> sandbox = connect(id, request);
        if (sandbox.isPresent()) {
            sandbox.get().release(OnClose.DESTROY);
        }
        return sandbox.isPresent();
    }

    private static WorkspaceException unsupported(SandboxProvider provider, Capability capability, String what) {
        return WorkspaceException.of(
                ErrorCode.UNSUPPORTED,
                what + " needs " + capability + ", which the provider " + provider.name() + " does not have: "
                        + provider.capabilities().reasonFor(capability).orElse("it does not implement it"));
    }
}
