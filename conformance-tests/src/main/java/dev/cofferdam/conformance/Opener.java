package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Optional;

/** How the suite gets the workspaces that it checks. The suite's own tests put broken ones behind it. */
interface Opener {
    /** Open a workspace in a fresh sandbox. */
    Workspace open(WorkspaceOptions options);

    /** Open a workspace in a sandbox of before. */
    Optional<Workspace> connect(String id, WorkspaceOptions options);
}
