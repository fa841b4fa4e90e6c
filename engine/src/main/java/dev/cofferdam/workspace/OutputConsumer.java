package dev.cofferdam.workspace;

/**
 * Takes the bytes of one output stream as they arrive (WS-EXEC-004).
 *
 * <p>Called by one thread at a time, in the order of the bytes. A consumer that throws ends its command, and the
 * exception comes out of the call.
 */
@FunctionalInterface
public interface OutputConsumer {
    /**
     * Take a chunk.
     *
     * @param chunk a copy of the next bytes, never empty, that the consumer may keep
     */
    void accept(byte[] chunk);
}
