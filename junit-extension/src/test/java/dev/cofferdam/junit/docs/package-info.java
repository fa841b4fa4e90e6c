/** The examples of the documentation, compiled and run. */
@NullMarked
package dev.cofferdam.junit.docs;

import org.jspecify.annotations.NullMarked;
