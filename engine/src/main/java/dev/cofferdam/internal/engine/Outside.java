package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.nio.Failures;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;

/** Calls providers where no workspace is open yet. */
final class Outside {
    private Outside() {}

    static <T> T call(Operations.Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw Failures.translate(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WorkspaceException.of(ErrorCode.ABORTED, "the thread was interrupted")
                    .causedBy(e);
        }
    }
}
