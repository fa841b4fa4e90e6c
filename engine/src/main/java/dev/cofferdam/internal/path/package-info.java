/** Workspace paths as pure strings: parsed, normalised and checked before anything is touched (WS-PATH-001, 002, 006). */
@NullMarked
package dev.cofferdam.internal.path;

import org.jspecify.annotations.NullMarked;
