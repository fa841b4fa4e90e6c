/**
 * Workspaces for JUnit tests: begin at {@link dev.cofferdam.junit.SandboxWorkspace}.
 */
@NullMarked
package dev.cofferdam.junit;

import org.jspecify.annotations.NullMarked;
