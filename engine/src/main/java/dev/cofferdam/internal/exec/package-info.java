/** Runs commands over a driver: limits, output, cancelling and what commands leave (WS-EXEC-001 to 016). */
@NullMarked
package dev.cofferdam.internal.exec;

import org.jspecify.annotations.NullMarked;
