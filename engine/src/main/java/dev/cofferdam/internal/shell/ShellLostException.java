package dev.cofferdam.internal.shell;

import java.io.IOException;

/** A shell did not answer as it should; what it was asked may or may not have been done. */
final class ShellLostException extends IOException {
    private static final long serialVersionUID = 1L;

    ShellLostException(String message) {
        super(message);
    }

    ShellLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
