/** Trees moved as a whole: to and from tar, zip, directories of this machine, the class path and memory. */
@NullMarked
package dev.cofferdam.internal.archive;

import org.jspecify.annotations.NullMarked;
