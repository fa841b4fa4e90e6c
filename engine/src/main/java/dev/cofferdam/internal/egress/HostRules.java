package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.UnknownHostDecider;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Which hosts one command reaches. What is denied is refused; what is allowed goes through; a strict list refuses the
 * rest; a command with hosts of its own reaches these and no others; then whoever decides is asked; and without anybody
 * the connection is refused.
 *
 * <p>{@code localhost} and the addresses of this machine and its networks are let through only when an entry names them:
 * no wildcard means them, and nobody is asked, because a careless yes would open what listens there.
 */
public final class HostRules {
    private final List<HostPattern> denied;
    private final List<HostPattern> allowed;
    private final boolean strict;
    private final Optional<List<HostPattern>> own;
    private final Optional<UnknownHostDecider> decider;

    private HostRules(
            List<HostPattern> denied,
            List<HostPattern> allowed,
            boolean strict,
            Optional<List<HostPattern>> own,
            Optional<UnknownHostDecider> decider) {
        this.denied = denied;
        this.allowed = allowed;
        this.strict = strict;
        this.own = own;
        this.decider = decider;
    }

    /**
     * Make the rules of a policy.
     *
     * @param denied the entries of {@code network.deniedDomains}
     * @param allowed the entries of {@code network.allowedDomains}
     * @param strict whether other hosts are refused without asking
     * @param decider who decides about other hosts
     * @return the rules
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a malformed entry
     */
    public static HostRules of(
            Collection<String> denied,
            Collection<String> allowed,
            boolean strict,
            Optional<UnknownHostDecider> decider) {
        return new HostRules(
                HostPattern.parseAll("network.deniedDomains", denied),
                HostPattern.parseAll("network.allowedDomains", allowed),
                strict,
                Optional.empty(),
                decider);
    }

    /**
     * Return these rules for one command.
     *
     * @param hosts the hosts that are open for it alone; empty for none
     * @param callDecider who decides about other hosts in the place of the policy's own; empty to keep that one
     * @return the changed rules
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a malformed entry, and for hosts under a strict list
     */
    public HostRules forCommand(
            Optional<? extends Collection<String>> hosts, Optional<UnknownHostDecider> callDecider) {
        if (strict && hosts.isPresent()) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the policy has network.strictAllowlist, so a command cannot have allowedDomains of its own: add the"
                            + " hosts to network.allowedDomains, or run the command without them");
        }
        return new HostRules(
                denied,
                allowed,
                strict,
                hosts.map(entries -> HostPattern.parseAll("the command's allowedDomains", entries)),
                callDecider.isPresent() ? callDecider : decider);
    }

    /** Return who decides about hosts that no list names. */
    Optional<UnknownHostDecider> decider() {
        return decider;
    }

    /**
     * Judge a connection by the lists.
     *
     * @param host the host
     * @param port its port
     * @param local whether the host is of this machine or its networks
     * @return what the lists say
     */
    Verdict judge(Host host, int port, boolean local) {
        if (denies(host, port)) {
            return Verdict.refuse("network.deniedDomains names it");
        }
        if (holds(allowed, host, port, local)) {
            return Verdict.ALLOW;
        }
        if (strict) {
            return Verdict.refuse("network.allowedDomains does not name it, and network.strictAllowlist is set; add "
                    + entry(host, port) + " to network.allowedDomains to allow it");
        }
        if (own.isPresent()) {
            return holds(own.get(), host, port, local)
                    ? Verdict.ALLOW
                    : Verdict.refuse("neither network.allowedDomains nor the command's own allowedDomains name it; add "
                            + entry(host, port) + " to one of them to allow it");
        }
        if (local) {
            return Verdict.refuse("it is this machine or its network, which no wildcard opens; add " + entry(host, port)
                    + " to network.allowedDomains to allow it. A server inside of the sandbox is reached without the"
                    + " proxy: set NO_PROXY=localhost,127.0.0.1,::1 or use the option --noproxy for it");
        }
        return decider.isPresent()
                ? Verdict.ASK
                : Verdict.refuse("network.allowedDomains does not name it; add " + entry(host, port)
                        + " to it, or to the command's own allowedDomains, to allow it");
    }

    /** Tell whether a host is denied. */
    boolean denies(Host host, int port) {
        return denied.stream().anyMatch(pattern -> pattern.matches(host, port));
    }

    /** Tell whether an allowed entry spells a host out. */
    boolean names(Host host, int port) {
        return holds(allowed, host, port, true) || (own.isPresent() && holds(own.get(), host, port, true));
    }

    private static boolean holds(List<HostPattern> patterns, Host host, int port, boolean spelledOut) {
        return patterns.stream()
                .anyMatch(pattern -> spelledOut ? pattern.names(host, port) : pattern.matches(host, port));
    }

    private static String entry(Host host, int port) {
        return host + ":" + port;
    }
}
