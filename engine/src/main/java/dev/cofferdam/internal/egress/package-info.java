/**
 * The only way out of a sandbox that has no network: a proxy that serves one command, and the rules by which it lets
 * connections through.
 */
@NullMarked
package dev.cofferdam.internal.egress;

import org.jspecify.annotations.NullMarked;
