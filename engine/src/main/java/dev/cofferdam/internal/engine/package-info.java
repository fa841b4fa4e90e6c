/** The workspace itself: its life, its operations one by one, and where providers are found. */
@NullMarked
package dev.cofferdam.internal.engine;

import org.jspecify.annotations.NullMarked;
