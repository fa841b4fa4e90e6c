package dev.cofferdam.mcp.workspace;

import dev.cofferdam.workspace.Workspace;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one workspace of the process, opened by the first call of a tool and never before: clients start short-lived
 * siblings of this process only to ask what it is.
 */
public final class WorkspaceSession implements AutoCloseable {
    private final Supplier<Workspace> opening;
    private @Nullable Workspace workspace;

    /**
     * A session that has opened nothing.
     *
     * @param opening opens the workspace
     */
    public WorkspaceSession(Supplier<Workspace> opening) {
        this.opening = opening;
    }

    /** The workspace; a failure to open it is the caller's, and the next call tries again. */
    synchronized Workspace workspace() {
        if (workspace == null) {
            workspace = opening.get();
        }
        return workspace;
    }

    /**
     * Opens the workspace and starts its sandbox.
     *
     * @return one line that says what was opened
     */
    public String describe() {
        Workspace open = workspace().start();
        return "ok: provider " + open.provider() + ", isolation "
                + open.isolation().name().toLowerCase(Locale.ROOT) + ", root " + open.root();
    }

    /** Closes the workspace, if one was opened. */
    @Override
    public synchronized void close() {
        if (workspace != null) {
            workspace.close();
        }
    }
}
