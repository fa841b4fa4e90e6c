package dev.cofferdam.conformance;

/** Ends a check that failed: the subject does something else than its clause asks for. */
final class Misbehaviour extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misbehaviour(String message) {
        super(message);
    }

    Misbehaviour(String message, Throwable cause) {
        super(message, cause);
    }
}
