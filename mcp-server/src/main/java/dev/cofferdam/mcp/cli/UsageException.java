package dev.cofferdam.mcp.cli;

import java.io.Serial;

/** A command line that asks for what cannot be; the message says what can. */
final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String text;

    UsageException(String text) {
        super(text);
        this.text = text;
    }

    String text() {
        return text;
    }
}
