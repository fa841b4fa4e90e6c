/** The one glob language of the library (WS-LIST-003); begin with {@link dev.cofferdam.internal.glob.Glob}. */
@NullMarked
package dev.cofferdam.internal.glob;

import org.jspecify.annotations.NullMarked;
