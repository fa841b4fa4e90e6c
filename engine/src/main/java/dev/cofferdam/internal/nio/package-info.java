/** File operations of the contract on open directories ({@link dev.cofferdam.internal.tree.Dir}). */
@NullMarked
package dev.cofferdam.internal.nio;

import org.jspecify.annotations.NullMarked;
