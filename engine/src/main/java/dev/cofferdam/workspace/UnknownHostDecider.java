package dev.cofferdam.workspace;

/**
 * Decides about a host that a command's network policy neither allows nor denies (WS-ISO-003).
 *
 * <p>Needs {@link Capability#NETWORK_POLICY}. Called on a thread of the engine, possibly several at once.
 */
@FunctionalInterface
public interface UnknownHostDecider {
    /**
     * Decide about a connection.
     *
     * @param host the host name or address that the command asked for
     * @param port the port, 1 to 65535
     * @return {@code true} to let the connection through
     */
    boolean allow(String host, int port);
}
