package dev.cofferdam.fakes.shell;

/** An error that ends a shell which is not interactive. */
final class ShellError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    ShellError(String message) {
        this(message, 2);
    }

    ShellError(String message, int status) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
