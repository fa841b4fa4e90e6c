package dev.cofferdam.junit.assertj;

import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Workspace;
import org.jspecify.annotations.Nullable;

/**
 * The entry points, to be imported statically; they get along with a static import of AssertJ's own {@code assertThat}.
 */
public final class WorkspaceAssertions {
    private WorkspaceAssertions() {}

    /**
     * Begin assertions on how a command ended.
     *
     * @param actual the result
     * @return the assertions
     */
    public static CommandResultAssert assertThat(@Nullable CommandResult actual) {
        return new CommandResultAssert(actual);
    }

    /**
     * Begin assertions on what is in a workspace.
     *
     * @param actual the workspace
     * @return the assertions
     */
    public static WorkspaceAssert assertThat(@Nullable Workspace actual) {
        return new WorkspaceAssert(actual);
    }
}
