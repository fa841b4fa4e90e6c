/**
 * Assertions for AssertJ, which is an optional dependency; begin at {@link
 * dev.cofferdam.junit.assertj.WorkspaceAssertions}.
 */
@NullMarked
package dev.cofferdam.junit.assertj;

import org.jspecify.annotations.NullMarked;
