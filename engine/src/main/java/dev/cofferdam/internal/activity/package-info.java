/**
 * Keeps operations that move or remove what a command may be using apart from the commands of the same root
 * (WS-MOVE-004).
 */
@NullMarked
package dev.cofferdam.internal.activity;

import org.jspecify.annotations.NullMarked;
