/** Measurements. */
@NullMarked
package dev.cofferdam.benchmarks;

import org.jspecify.annotations.NullMarked;
