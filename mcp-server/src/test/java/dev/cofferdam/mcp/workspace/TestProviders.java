package dev.cofferdam.mcp.workspace;

import java.util.stream.Stream;

/** The providers that every tool is tested on: all that need nothing from the machine. */
final class TestProviders {
    private TestProviders() {}

    static Stream<String> names() {
        return Stream.of("local", "memory");
    }
}
