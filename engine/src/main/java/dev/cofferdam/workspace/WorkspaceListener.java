package dev.cofferdam.workspace;

/**
 * Sees every operation and command of a workspace, for audit and logs (WS-LIFE-009).
 *
 * <p>Called on the thread of the operation, after it; it must be quick and safe for use by several threads. What it
 * throws is logged and otherwise ignored.
 */
@FunctionalInterface
public interface WorkspaceListener {
    /**
     * Take note of an operation that ended.
     *
     * @param event what was done, without contents and secrets
     */
    void onOperation(OperationEvent event);
}
