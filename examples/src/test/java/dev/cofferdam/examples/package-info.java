/** The examples of the README and of the documents, each compiled and run. */
@NullMarked
package dev.cofferdam.examples;

import org.jspecify.annotations.NullMarked;
