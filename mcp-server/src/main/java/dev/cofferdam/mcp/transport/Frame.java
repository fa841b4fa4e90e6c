package dev.cofferdam.mcp.transport;

import org.jspecify.annotations.Nullable;

/** What the client sent in one line. */
sealed interface Frame {
    /**
     * A whole line.
     *
     * @param bytes its bytes, without the line feed
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, never shared
    record Line(byte[] bytes) implements Frame {}

    /**
     * A line over the limit; its bytes were thrown away.
     *
     * @param id the id of the request in it, or null when none was found
     */
    record TooLong(@Nullable Object id) implements Frame {}

    /** The end of the input. */
    record End() implements Frame {}
}
