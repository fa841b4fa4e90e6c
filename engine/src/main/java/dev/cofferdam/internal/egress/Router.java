package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.UnknownHostDecider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where a connection goes: the lists judge its name, whoever decides is asked once about each unknown host, the
 * name is looked up once, and only addresses that a name may lead to are handed on to be connected to.
 */
final class Router {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final int MAX_DECISIONS = 1_000;
    private static final List<InetAddress> LOOPBACK = List.of(literal("127.0.0.1"), literal("[::1]"));

    private final HostRules rules;
    private final ParentProxies parents;
    private final Machine machine;
    private final Map<String, Boolean> decisions = new ConcurrentHashMap<>();

    Router(HostRules rules, ParentProxies parents, Machine machine) {
        this.rules = rules;
        this.parents = parents;
        this.machine = machine;
    }

    private static InetAddress literal(String text) {
        return Host.parse(text).address().orElseThrow();
    }

    /**
     * Decide about a connection; may ask somebody and looks names up, so that it takes its time.
     *
     * @param to the host and port
     * @param tunnel whether bytes are passed on as they are, as for https
     */
    Route route(Authority to, boolean tunnel) {
        AddressGuard guard;
        try {
            guard = new AddressGuard(machine.addresses());
        } catch (SocketException e) {
            return new Route.Failed("the addresses of this machine cannot be found");
        }
        Host host = to.host();
        boolean local =
                host.isLocalName() || host.address().flatMap(guard::objection).isPresent();
        Verdict verdict = rules.judge(host, to.port(), local);
        if (verdict.answer() == Verdict.Answer.REFUSE) {
            return new Route.Refused(verdict.reason());
        }
        if (verdict.answer() == Verdict.Answer.ASK) {
            Optional<String> refusal = ask(to);
            if (refusal.isPresent()) {
                return new Route.Refused(refusal.get());
            }
        }
        Optional<ParentProxy> parent = local ? Optional.empty() : parents.before(host, to.port(), tunnel);
        return parent.isPresent() ? through(parent.get()) : direct(to, guard);
    }

    private Optional<String> ask(Authority to) {
        Boolean known = decisions.get(to.toString());
        if (known == null) {
            UnknownHostDecider decider = rules.decider().orElseThrow();
            try {
                known = decider.allow(to.host().toString(), to.port());
            } catch (RuntimeException e) {
                LOG.warn("Whoever decides about unknown hosts failed; {} is refused", to, e);
                return Optional.of("no list names it, and whoever decides about such hosts failed");
            }
            if (decisions.size() < MAX_DECISIONS) {
                decisions.put(to.toString(), known);
            }
        }
        return known
                ? Optional.empty()
                : Optional.of("no list names it, and whoever was asked about it said no; add " + to
                        + " to network.allowedDomains to allow it without being asked");
    }

    /** A parent proxy is what the user set up, so its address is not judged. */
    private Route through(ParentProxy parent) {
        try {
            List<InetAddress> addresses = lookUp(parent.authority().host());
            return new Route.Open(sockets(addresses, parent.authority().port()), Optional.of(parent));
        } catch (UnknownHostException e) {
            return new Route.Failed("the proxy of this machine has no address");
        }
    }

    private Route direct(Authority to, AddressGuard guard) {
        List<InetAddress> found;
        try {
            found = lookUp(to.host());
        } catch (UnknownHostException e) {
            return new Route.Failed("the host " + to.host() + " has no address");
        }
        List<InetAddress> usable = new ArrayList<>();
        TreeSet<String> objections = new TreeSet<>();
        for (InetAddress address : found) {
            Optional<String> objection = objection(to, Host.of(address), guard);
            objection.ifPresentOrElse(objections::add, () -> usable.add(address));
        }
        if (usable.isEmpty() && !objections.isEmpty()) {
            return new Route.Refused("its name leads to " + String.join(" and ", objections)
                    + "; to reach a server there by name, add its address and port as well, such as 127.0.0.1:"
                    + to.port() + ", to network.allowedDomains");
        }
        return usable.isEmpty()
                ? new Route.Failed("the host " + to.host() + " has no address")
                : new Route.Open(sockets(usable, to.port()), Optional.empty());
    }

    private Optional<String> objection(Authority to, Host address, AddressGuard guard) {
        if (rules.denies(address, to.port())) {
            return Optional.of("an address that network.deniedDomains names");
        }
        // Both were judged by the lists already: an address when it was asked for, and localhost is nothing else.
        if (to.host().isLocalhost() || to.host().equals(address) || rules.names(address, to.port())) {
            return Optional.empty();
        }
        return address.address().flatMap(guard::objection);
    }

    private List<InetAddress> lookUp(Host host) throws UnknownHostException {
        if (host.isLocalhost()) {
            return LOOPBACK;
        }
        Optional<InetAddress> address = host.address();
        return address.isPresent()
                ? List.of(address.get())
                // Without the zone, so that the checked address is the one that is connected to.
                : machine.resolve(host.text()).stream()
                        .map(each -> Host.of(each).address().orElseThrow())
                        .toList();
    }

    private static List<InetSocketAddress> sockets(List<InetAddress> addresses, int port) {
        return addresses.stream()
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }
}
