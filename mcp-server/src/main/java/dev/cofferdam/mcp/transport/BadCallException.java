package dev.cofferdam.mcp.transport;

import java.io.Serial;

/** A {@code tools/call} that is itself malformed; a protocol error, not a tool's result. */
final class BadCallException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String text;

    BadCallException(String text) {
        super(text);
        this.text = text;
    }

    String text() {
        return text;
    }
}
