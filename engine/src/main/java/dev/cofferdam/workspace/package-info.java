/**
 * What a user of Cofferdam holds and gets: {@link dev.cofferdam.workspace.Workspace}, its options and its results.
 *
 * <p>Start at {@code dev.cofferdam.Workspaces}, which opens a workspace; everything in this package is an immutable
 * value, an interface that the engine implements, or an enum. The meaning of every operation is fixed by the written
 * contract in {@code docs/spec}, whose clause ids ({@code WS-FILE-005}) are cited where they apply.
 */
@NullMarked
package dev.cofferdam.workspace;

import org.jspecify.annotations.NullMarked;
