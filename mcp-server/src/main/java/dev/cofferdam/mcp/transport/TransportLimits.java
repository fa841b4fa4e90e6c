package dev.cofferdam.mcp.transport;

import java.time.Duration;

/**
 * Bounds of the transport.
 *
 * @param maxMessageBytes the longest message that is read; a longer one is answered with an error
 * @param drain how long calls may go on after the client has closed its end, before they are cancelled
 * @param cleanup how long cancelled calls may take to end what they started
 * @param progressInterval the least time between two progress messages of one call
 */
public record TransportLimits(int maxMessageBytes, Duration drain, Duration cleanup, Duration progressInterval) {
    /** The limits that hold unless others are asked for. */
    public static final TransportLimits DEFAULT =
            new TransportLimits(64 << 20, Duration.ofSeconds(2), Duration.ofSeconds(15), Duration.ofMillis(250));

    /**
     * The same limits with another message size.
     *
     * @param bytes the longest message that is read
     * @return the limits
     */
    public TransportLimits withMaxMessageBytes(int bytes) {
        return new TransportLimits(bytes, drain, cleanup, progressInterval);
    }
}
