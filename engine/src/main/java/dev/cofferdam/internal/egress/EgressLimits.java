package dev.cofferdam.internal.egress;

import java.time.Duration;

/**
 * The limits of a proxy, each with a name that messages use.
 *
 * @param maxConnections how many connections are open at once; more wait until one ends
 * @param maxHeadBytes the longest head of a request or of a parent proxy's answer
 * @param headTimeout how long a client may take to say what it wants
 * @param connectTimeout how long a connection to one address may take, and a parent proxy's answer
 * @param idleTimeout how long a connection may stay without a byte in either direction
 */
public record EgressLimits(
        int maxConnections, int maxHeadBytes, Duration headTimeout, Duration connectTimeout, Duration idleTimeout) {

    private static final EgressLimits DEFAULTS =
            new EgressLimits(256, 32 << 10, Duration.ofSeconds(30), Duration.ofSeconds(15), Duration.ofMinutes(15));

    /** Return the limits of every proxy that nothing else is said about. */
    public static EgressLimits defaults() {
        return DEFAULTS;
    }
}
