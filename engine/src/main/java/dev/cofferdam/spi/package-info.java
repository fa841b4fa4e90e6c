/**
 * What a driver implements: a {@link dev.cofferdam.spi.SandboxProvider} that creates and reaches sandboxes, and the
 * {@link dev.cofferdam.spi.Sandbox} itself. Everything else of a workspace is the engine's.
 *
 * <p>A driver throws {@link dev.cofferdam.workspace.WorkspaceException} for what the contract names and
 * {@link java.io.IOException} for what went wrong underneath; the engine turns the latter into {@code IO}.
 */
@NullMarked
package dev.cofferdam.spi;

import org.jspecify.annotations.NullMarked;
