/** What was removed and can come back (WS-TRASH); begin with {@link dev.cofferdam.internal.trash.Trash}. */
@NullMarked
package dev.cofferdam.internal.trash;

import org.jspecify.annotations.NullMarked;
