/** Tests of the assertions. */
@NullMarked
package dev.cofferdam.junit.assertj;

import org.jspecify.annotations.NullMarked;
