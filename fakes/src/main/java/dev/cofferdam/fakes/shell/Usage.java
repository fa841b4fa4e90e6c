package dev.cofferdam.fakes.shell;

import java.io.IOException;

/** A program that was called in a way it does not understand. */
final class Usage extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    Usage(String message) {
        this(message, 1);
    }

    Usage(String message, int status) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
