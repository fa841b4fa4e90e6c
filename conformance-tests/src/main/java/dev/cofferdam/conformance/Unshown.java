package dev.cofferdam.conformance;

/** Ends a check that cannot show its clause here, for a reason that lies in the environment. */
final class Unshown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    private Unshown(Status status, String reason) {
        super(reason);
        this.status = status;
    }

    static Unshown notRun(String reason) {
        return new Unshown(Status.NOT_RUN, reason);
    }

    static Unshown notApplicable(String reason) {
        return new Unshown(Status.NOT_APPLICABLE, reason);
    }

    Status status() {
        return status;
    }
}
