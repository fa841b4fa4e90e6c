/**
 * The tools of the server: each one an operation of a workspace, with bounds that fit a model's context.
 */
@NullMarked
package dev.cofferdam.mcp.workspace;

import org.jspecify.annotations.NullMarked;
