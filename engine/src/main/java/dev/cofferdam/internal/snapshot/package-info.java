/** Records of a whole tree that bring it back (WS-SNAP). */
@NullMarked
package dev.cofferdam.internal.snapshot;

import org.jspecify.annotations.NullMarked;
