/**
 * The provider {@code os}: commands of this machine in the operating system's own sandbox. Begin at
 * {@link dev.cofferdam.provider.os.SandboxPolicy}, which says what they reach.
 *
 * <p>On Linux the sandbox is {@code bwrap} twice: the outer one lays out the mounts and the namespaces, the inner one
 * takes from the command every way to undo them.
 */
@NullMarked
package dev.cofferdam.provider.os;

import org.jspecify.annotations.NullMarked;
