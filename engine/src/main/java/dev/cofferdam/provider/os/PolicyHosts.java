package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.HostRules;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.workspace.WorkspaceException;

/** Which hosts a command reaches under a policy. */
final class PolicyHosts {
    private PolicyHosts() {}

    /**
     * Make the rules for one command's proxy.
     *
     * @param policy the policy of its workspace
     * @param request what it brings along
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a malformed host, and for hosts under a strict policy
     */
    static HostRules of(SandboxPolicy policy, ProcessRequest request) {
        NetworkPolicy network = policy.network();
        return HostRules.of(
                        network.deniedDomains(),
                        network.allowedDomains(),
                        network.strictAllowlist(),
                        policy.onUnknownHost())
                .forCommand(request.allowedDomains(), request.onUnknownHost());
    }
}
