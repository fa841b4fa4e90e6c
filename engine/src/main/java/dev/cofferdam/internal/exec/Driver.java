package dev.cofferdam.internal.exec;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;

/**
 * Where commands run.
 *
 * @param provider the provider's name
 * @param capabilities what the provider declares
 * @param sandbox the sandbox
 */
public record Driver(String provider, Capabilities capabilities, Sandbox sandbox) {
    /**
     * Refuse what needs a capability that is not declared.
     *
     * @throws WorkspaceException {@code UNSUPPORTED} with the provider's reason
     */
    void require(Capability capability, String what) {
        require(provider, capabilities, capability, what);
    }

    /**
     * Refuse what needs a capability that a provider does not declare.
     *
     * @throws WorkspaceException {@code UNSUPPORTED} with the provider's reason
     */
    public static void require(String provider, Capabilities capabilities, Capability capability, String what) {
        capabilities.reasonFor(capability).ifPresent(reason -> {
            throw WorkspaceException.of(
                    ErrorCode.UNSUPPORTED,
                    what + " needs " + capability + ", which the provider " + provider + " does not have: " + reason);
        });
    }
}
