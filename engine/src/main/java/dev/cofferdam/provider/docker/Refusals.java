package dev.cofferdam.provider.docker;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;

/** What the provider refuses, in one form: what is wrong, then what to do about it. */
final class Refusals {
    private Refusals() {}

    static WorkspaceException unavailable(String what, String mend) {
        return WorkspaceException.of(ErrorCode.UNAVAILABLE, what + "; " + mend);
    }

    static WorkspaceException invalid(String what) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, what);
    }

    static WorkspaceException unsupported(String what) {
        return WorkspaceException.of(ErrorCode.UNSUPPORTED, what);
    }
}
