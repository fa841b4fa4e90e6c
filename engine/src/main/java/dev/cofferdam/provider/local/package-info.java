/**
 * The {@code local} provider: a directory of this host and processes of this user, without any isolation.
 *
 * <p>Commands are started in sessions of their own through {@code setsid}; nothing here blocks on a pipe, so that a
 * process which escaped its session holds up nobody (WS-EXEC-008).
 */
@NullMarked
package dev.cofferdam.provider.local;

import org.jspecify.annotations.NullMarked;
