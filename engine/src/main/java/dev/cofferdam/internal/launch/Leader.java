package dev.cofferdam.internal.launch;

/**
 * The shell that leads the session of a command, known for certain by when it was started (WS-EXEC-009).
 *
 * @param pid its pid in the sandbox
 * @param started when it was started, in the clock ticks of the sandbox's kernel
 */
public record Leader(long pid, long started) {}
