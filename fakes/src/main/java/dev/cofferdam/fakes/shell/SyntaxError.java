package dev.cofferdam.fakes.shell;

/** A script that is not shell language. */
final class SyntaxError extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;

    SyntaxError(int line, String message) {
        super(message, null, false, false);
        this.line = line;
    }

    int line() {
        return line;
    }

    String text() {
        return "Syntax error: " + getMessage();
    }
}
