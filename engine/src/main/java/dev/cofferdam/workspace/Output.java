package dev.cofferdam.workspace;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * What was kept of one output stream of a command.
 *
 * <p>The text views decode once, at the end, so that a character is never split (WS-EXEC-004).
 */
public final class Output {
    private static final Output EMPTY = new Output(new byte[0], false, 0);

    private final byte[] bytes;
    private final boolean truncated;
    private final long totalBytes;

    private Output(byte[] bytes, boolean truncated, long totalBytes) {
        this.bytes = bytes;
        this.truncated = truncated;
        this.totalBytes = totalBytes;
    }

    /**
     * Create an output.
     *
     * @param bytes what was kept
     * @param truncated whether something was left out
     * @param totalBytes how many bytes the command printed in all, at least the number kept
     * @return the output
     */
    public static Output of(byte[] bytes, boolean truncated, long totalBytes) {
        return new Output(bytes.clone(), truncated, totalBytes);
    }

    /**
     * Return an output without bytes.
     *
     * @return the empty output
     */
    public static Output empty() {
        return EMPTY;
    }

    /**
     * Return the bytes that were kept.
     *
     * @return a copy
     */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Tell whether the command printed more than was kept (WS-EXEC-010).
     *
     * @return {@code true} when something was left out
     */
    public boolean truncated() {
        return truncated;
    }

    /**
     * Return how many bytes the command printed on this stream.
     *
     * @return the total, kept or not
     */
    public long totalBytes() {
        return totalBytes;
    }

    /**
     * Return the kept bytes as UTF-8 text, with U+FFFD in place of what is not UTF-8.
     *
     * @return the text
     */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Return the kept bytes as text.
     *
     * @param charset the charset, in which the bytes must be well-formed
     * @return the text
     * @throws WorkspaceException {@link ErrorCode#ENCODING} when they are not
     */
    public String text(Charset charset) {
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw WorkspaceException.of(ErrorCode.ENCODING, "the output is not " + charset.name())
                    .causedBy(e);
        }
    }

    @Override
    public String toString() {
        return text();
    }
}
