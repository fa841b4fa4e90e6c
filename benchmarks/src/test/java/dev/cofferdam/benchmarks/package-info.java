/** Tests that the measurements work; no test says anything about times. */
@NullMarked
package dev.cofferdam.benchmarks;

import org.jspecify.annotations.NullMarked;
