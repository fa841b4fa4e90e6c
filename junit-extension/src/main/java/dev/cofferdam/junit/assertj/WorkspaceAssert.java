package dev.cofferdam.junit.assertj;

import dev.cofferdam.workspace.Workspace;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on what is in a workspace. */
public final class WorkspaceAssert extends AbstractAssert<WorkspaceAssert, Workspace> {

    WorkspaceAssert(@Nullable Workspace actual) {
        super(actual, WorkspaceAssert.class);
    }

    /**
     * Begin assertions on what is at a path.
     *
     * @param path a workspace path
     * @return the assertions
     */
    public FileAssert file(String path) {
        isNotNull();
        return new FileAssert(actual, path);
    }
}
