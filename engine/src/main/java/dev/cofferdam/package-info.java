/** The door: how a program gets a workspace. */
@NullMarked
package dev.cofferdam;

import org.jspecify.annotations.NullMarked;
