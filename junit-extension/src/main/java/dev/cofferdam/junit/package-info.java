/** Workspaces for JUnit tests. */
@NullMarked
package dev.cofferdam.junit;

import org.jspecify.annotations.NullMarked;
