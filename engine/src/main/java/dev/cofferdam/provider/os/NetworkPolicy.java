package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.HostPattern;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;

/**
 * Which hosts commands reach. By default none.
 *
 * <p>An entry is {@code github.com} for that host only, {@code *.example.org} for the hosts below it, {@code *} for every
 * host, an IPv4 address or an IPv6 address in brackets, each with an optional {@code :port}. Addresses of this machine
 * and of its network, and {@code localhost}, are reached only when they are written out.
 *
 * @param allowedDomains the hosts that commands reach
 * @param deniedDomains the hosts that they do not reach, whatever is allowed
 * @param strictAllowlist whether other hosts are refused without asking anybody, and a command cannot have hosts of its
 *     own; {@code false}
 * @param allowUnixSockets the paths of Unix sockets that commands may connect to. Linux cannot tell paths apart: there
 *     any entry opens all of them
 * @param allowAllUnixSockets whether all Unix sockets are open; {@code false}
 */
public record NetworkPolicy(
        List<String> allowedDomains,
        List<String> deniedDomains,
        boolean strictAllowlist,
        List<String> allowUnixSockets,
        boolean allowAllUnixSockets) {
    private static final NetworkPolicy DEFAULTS = new NetworkPolicy(List.of(), List.of(), false, List.of(), false);

    /**
     * Check the entries and copy the lists.
     *
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for an entry that is no host or no path
     */
    public NetworkPolicy {
        allowedDomains = List.copyOf(allowedDomains);
        deniedDomains = List.copyOf(deniedDomains);
        HostPattern.parseAll("network.allowedDomains", allowedDomains);
        HostPattern.parseAll("network.deniedDomains", deniedDomains);
        allowUnixSockets = PolicyCheck.paths("network.allowUnixSockets", allowUnixSockets);
    }

    /**
     * Return the policy that reaches nothing.
     *
     * @return the defaults
     */
    public static NetworkPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * Return this policy with other hosts that commands reach.
     *
     * @param hosts the entries
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for an entry that is no host
     */
    public NetworkPolicy allowedDomains(List<String> hosts) {
        return new NetworkPolicy(hosts, deniedDomains, strictAllowlist, allowUnixSockets, allowAllUnixSockets);
    }

    /**
     * Return this policy with other hosts that commands never reach.
     *
     * @param hosts the entries
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for an entry that is no host
     */
    public NetworkPolicy deniedDomains(List<String> hosts) {
        return new NetworkPolicy(allowedDomains, hosts, strictAllowlist, allowUnixSockets, allowAllUnixSockets);
    }

    /**
     * Return this policy with unknown hosts refused without asking, or not.
     *
     * @param value {@code true} to ask nobody
     * @return the changed policy
     */
    public NetworkPolicy strictAllowlist(boolean value) {
        return new NetworkPolicy(allowedDomains, deniedDomains, value, allowUnixSockets, allowAllUnixSockets);
    }

    /**
     * Return this policy with other Unix sockets that commands may connect to.
     *
     * @param paths their paths
     * @return the changed policy
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a path that is blank or malformed
     */
    public NetworkPolicy allowUnixSockets(List<String> paths) {
        return new NetworkPolicy(allowedDomains, deniedDomains, strictAllowlist, paths, allowAllUnixSockets);
    }

    /**
     * Return this policy with all Unix sockets open, or not.
     *
     * @param value {@code true} to open all
     * @return the changed policy
     */
    public NetworkPolicy allowAllUnixSockets(boolean value) {
        return new NetworkPolicy(allowedDomains, deniedDomains, strictAllowlist, allowUnixSockets, value);
    }
}
