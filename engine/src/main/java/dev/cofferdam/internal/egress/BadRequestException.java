package dev.cofferdam.internal.egress;

import java.util.Optional;

/** A request that cannot be understood in one way only, and is therefore not understood at all. */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Refusal> refusal;

    BadRequestException(int status, String message, Optional<Refusal> refusal) {
        super(message);
        this.status = status;
        this.refusal = refusal;
    }

    BadRequestException(String message) {
        this(400, message, Optional.empty());
    }

    /** Return the HTTP status of the answer. */
    int status() {
        return status;
    }

    /** Return what is to be reported about it, when it named a host. */
    Optional<Refusal> refusal() {
        return refusal;
    }
}
