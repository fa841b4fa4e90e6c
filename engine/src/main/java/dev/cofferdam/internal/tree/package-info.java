/**
 * Open directories and what is in them, reached name by name so that no link is ever followed by accident: the ground
 * on which files, trash, snapshots and archives of the nio engine stand (WS-PATH-008).
 */
@NullMarked
package dev.cofferdam.internal.tree;

import org.jspecify.annotations.NullMarked;
