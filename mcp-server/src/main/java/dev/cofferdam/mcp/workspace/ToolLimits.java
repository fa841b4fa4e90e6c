package dev.cofferdam.mcp.workspace;

import java.time.Duration;

/**
 * Bounds of what one call reads, writes and returns.
 *
 * @param readBytes the most text that read_file returns
 * @param readLines the most lines that read_file returns
 * @param lineChars where read_file cuts a long line
 * @param imageBytes the largest picture that read_file returns
 * @param outputBytes how much of each stream of a command is returned, head and tail together
 * @param runningCommands how many commands may run at once
 * @param retention how long a command's output can be read after its end
 * @param searchBudget how long search_text looks before it returns what it has
 */
public record ToolLimits(
        int readBytes,
        int readLines,
        int lineChars,
        int imageBytes,
        int outputBytes,
        int runningCommands,
        Duration retention,
        Duration searchBudget) {
    /** The bounds that hold unless others are asked for. */
    public static final ToolLimits DEFAULT = new ToolLimits(
            256 << 10, 2_000, 2_000, 5 << 20, 30 << 10, 16, Duration.ofMinutes(10), Duration.ofSeconds(20));

    /**
     * The same bounds with another share of a command's output.
     *
     * @param bytes how much of each stream is returned
     * @return the bounds
     */
    public ToolLimits withOutputBytes(int bytes) {
        return new ToolLimits(
                readBytes, readLines, lineChars, imageBytes, bytes, runningCommands, retention, searchBudget);
    }

    /**
     * The same bounds with another number of commands.
     *
     * @param commands how many may run at once
     * @return the bounds
     */
    public ToolLimits withRunningCommands(int commands) {
        return new ToolLimits(
                readBytes, readLines, lineChars, imageBytes, outputBytes, commands, retention, searchBudget);
    }
}
