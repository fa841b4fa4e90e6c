/**
 * Internal: the POSIX shell of the in-memory provider, whose files live on any {@link java.nio.file.FileSystem}.
 *
 * <p>This package is no API; only the in-memory provider calls it. The door is {@link
 * dev.cofferdam.fakes.shell.Machine}: a machine has a process table, a set of small programs and a shell that behaves
 * like {@code dash}, and neither starts a process nor touches a disk.
 *
 * <p>Inside, text is kept as <em>byte strings</em>: strings whose every char is one byte (0 to 255), so that arbitrary
 * bytes survive variables, pipes and substitutions. {@code Bytes} converts at the edges.
 */
@NullMarked
package dev.cofferdam.fakes.shell;

import org.jspecify.annotations.NullMarked;
