package dev.cofferdam.internal.shell;

import java.io.IOException;

/** The helper shell was lost, and nobody knows whether it made a change before. */
final class UnknownChangeException extends IOException {
    private static final long serialVersionUID = 1;

    UnknownChangeException(ShellLostException cause) {
        super("the helper shell was lost; it is not known whether the change was made", cause);
    }
}
