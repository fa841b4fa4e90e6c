/**
 * The {@code docker} provider: a container for each workspace, with its files inside or with a directory of the host.
 *
 * <p>It speaks to the daemon through docker-java's typed commands, over a transport of its own on channels of the JDK:
 * that one half-closes a command's input, bounds every call in time, and gives up a call when its thread is
 * interrupted.
 */
@NullMarked
package dev.cofferdam.provider.docker;

import org.jspecify.annotations.NullMarked;
