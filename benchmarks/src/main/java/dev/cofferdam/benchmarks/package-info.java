/**
 * Measurements: {@link dev.cofferdam.benchmarks.Targets} of what must be reached, and JMH benchmarks, each beside what
 * a user would write by hand.
 */
@NullMarked
package dev.cofferdam.benchmarks;

import org.jspecify.annotations.NullMarked;
