package dev.cofferdam.mcp;

import dev.cofferdam.mcp.cli.Cofferdam;
import dev.cofferdam.mcp.cli.McpShortcut;
import dev.cofferdam.mcp.cli.StandardStreams;
import java.util.Optional;

/** Starts the {@code cofferdam} command. */
public final class Main {
    private Main() {}

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the words of the command line
     * @throws Exception when the server failed in a way that nobody foresaw
     */
    public static void main(String[] args) throws Exception {
        StandardStreams streams = StandardStreams.takeOver();
        Optional<Integer> served = McpShortcut.run(streams, args);
        System.exit(served.isPresent() ? served.get() : Cofferdam.run(streams, args));
    }
}
