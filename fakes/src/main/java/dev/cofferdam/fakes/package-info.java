/** Workspaces in memory and drivers that fail on demand. */
@NullMarked
package dev.cofferdam.fakes;

import org.jspecify.annotations.NullMarked;
