package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.cli.StandardStreams;

/** Serves the dummy tools in a process of its own. */
public final class DummyServer {
    private DummyServer() {}

    public static void main(String[] args) throws InterruptedException {
        StandardStreams streams = StandardStreams.takeOver();
        new StdioServer(streams.in(), streams.out(), new DummyTools().description(), TransportLimits.DEFAULT).run();
        System.exit(0);
    }
}
