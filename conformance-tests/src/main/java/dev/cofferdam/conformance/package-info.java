/** The contract as runnable checks. */
@NullMarked
package dev.cofferdam.conformance;

import org.jspecify.annotations.NullMarked;
