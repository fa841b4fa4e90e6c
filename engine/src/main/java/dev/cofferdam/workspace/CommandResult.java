package dev.cofferdam.workspace;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a command ended (WS-EXEC-005). A non-zero exit code is a result, not an exception.
 *
 * @param exitCode the command's own; 127 when the program is missing, 126 when it cannot be executed, 128+n when
 *     signal n ended it, 124 when it ran out of time ({@code timedOut} tells that from a command's own 124), 143 when it
 *     was stopped for printing too much
 * @param stdout what was kept of its standard output
 * @param stderr what was kept of its standard error
 * @param duration how long it ran
 * @param timedOut whether it was ended because its time was over
 * @param signal the number of the signal that ended it, where known
 * @param sandbox the sandbox's report, where the provider has one
 */
public record CommandResult(
        int exitCode,
        Output stdout,
        Output stderr,
        Duration duration,
        boolean timedOut,
        OptionalInt signal,
        Optional<SandboxReport> sandbox) {

    /**
     * Tell whether the command ended with exit code 0.
     *
     * @return {@code true} for exit code 0
     */
    public boolean succeeded() {
        return exitCode == 0;
    }

    /**
     * Tell whether some output was left out.
     *
     * @return {@code true} when stdout or stderr was truncated
     */
    public boolean truncated() {
        return stdout.truncated() || stderr.truncated();
    }
}
