package dev.cofferdam.internal.egress;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** How a connection that was asked for goes on. */
sealed interface Route {
    /**
     * It goes to one of these addresses, which were checked, and to no others.
     *
     * @param addresses where to connect, in the order to try
     * @param parent the proxy that listens there, empty for the server itself
     */
    record Open(List<InetSocketAddress> addresses, Optional<ParentProxy> parent) implements Route {
        public Open {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * The policy refuses it.
     *
     * @param reason why, and what to do about it
     */
    record Refused(String reason) implements Route {}

    /**
     * It cannot be made.
     *
     * @param problem why
     */
    record Failed(String problem) implements Route {}
}
