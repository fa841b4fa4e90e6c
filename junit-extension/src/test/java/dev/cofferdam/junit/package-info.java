/** Tests of the JUnit extension, which run sample test classes named {@code …TestCase} with JUnit's test kit. */
@NullMarked
package dev.cofferdam.junit;

import org.jspecify.annotations.NullMarked;
