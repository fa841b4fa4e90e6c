package dev.cofferdam.mcp;

import dev.cofferdam.mcp.cli.Cofferdam;
import dev.cofferdam.mcp.cli.StandardStreams;

/** Starts the {@code cofferdam} command. */
public final class Main {
    private Main() {}

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the words of the command line
     */
    public static void main(String[] args) {
        StandardStreams streams = StandardStreams.takeOver();
        System.exit(Cofferdam.run(streams, args));
    }
}
