/**
 * This host, for the providers that run commands as processes on it: how programs are started and found again, pipes
 * that can be let go of, directories among the temporary files, and what killed Java processes left of all these.
 */
@NullMarked
package dev.cofferdam.internal.host;

import org.jspecify.annotations.NullMarked;
