/**
 * The provider {@code os}: commands of this machine in the operating system's own sandbox. Begin at
 * {@link dev.cofferdam.provider.os.SandboxPolicy}, which says what they reach.
 */
@NullMarked
package dev.cofferdam.provider.os;

import org.jspecify.annotations.NullMarked;
