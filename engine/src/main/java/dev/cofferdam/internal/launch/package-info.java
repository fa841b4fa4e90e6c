/**
 * Runs commands by a POSIX {@code sh} in a sandbox that is reached by starting programs and by their streams: under
 * which words a command is started, what is sent to it first, how its output is told from what surrounds it, and how
 * its processes are found and signalled later.
 */
@NullMarked
package dev.cofferdam.internal.launch;

import org.jspecify.annotations.NullMarked;
