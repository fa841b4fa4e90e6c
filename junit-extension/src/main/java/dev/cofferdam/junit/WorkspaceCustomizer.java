package dev.cofferdam.junit;

import dev.cofferdam.WorkspaceBuilder;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Change how a workspace is opened, for what the attributes of {@link SandboxWorkspace} cannot say: limits, environment
 * variables, secrets, listeners.
 *
 * <p>A class that is named in {@link SandboxWorkspace#customizer()} needs a constructor without parameters, of any
 * visibility.
 */
@FunctionalInterface
public interface WorkspaceCustomizer {

    /**
     * Change the builder, to which the annotation's provider and options were already given.
     *
     * @param builder how the workspace will be opened
     * @param element the annotated field or parameter
     * @param context the test or class that the workspace is for
     * @throws Exception when the workspace cannot be opened; the test fails with it
     */
    void customize(WorkspaceBuilder builder, AnnotatedElementContext element, ExtensionContext context)
            throws Exception;
}
