/** Directories that are reached by a shell in the sandbox; see docs/adr/0012-shell-engine.md. */
@NullMarked
package dev.cofferdam.internal.shell;

import org.jspecify.annotations.NullMarked;
