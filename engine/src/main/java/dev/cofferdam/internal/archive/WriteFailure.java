package dev.cofferdam.internal.archive;

import java.io.IOException;

/** Keeps what the target refused apart from what the source refused. */
final class WriteFailure extends IOException {
    private static final long serialVersionUID = 1L;
    private final IOException reason;

    WriteFailure(IOException reason) {
        super(reason);
        this.reason = reason;
    }

    IOException reason() {
        return reason;
    }
}
