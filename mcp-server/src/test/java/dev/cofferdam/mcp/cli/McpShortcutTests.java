package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class McpShortcutTests {
    private static final StandardStreams STREAMS =
            new StandardStreams(InputStream.nullInputStream(), nowhere(), nowhere());

    private static PrintStream nowhere() {
        return new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp",
                "mcp --unsandboxed",
                "mcp --provider memory --read-only --no-commands",
                "mcp --root a/b --unsandboxed --option k=v --option l=w=x --tools files,search"
            })
    void a_plain_command_line_is_read_as_the_library_reads_it(String line) {
        List<String> words = List.of(line.split(" ", -1));
        McpCommand byLibrary = new McpCommand(STREAMS);
        new CommandLine(byLibrary).parseArgs(words.subList(1, words.size()).toArray(String[]::new));

        Optional<McpCommand> byShortcut = McpShortcut.read(STREAMS, words);

        assertThat(byShortcut).isPresent();
        assertThat(byShortcut.get()).usingRecursiveComparison().isEqualTo(byLibrary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "run",
                "--help",
                "mcp --help",
                "mcp --nonsense",
                "mcp --provider",
                "mcp --provider=memory",
                "mcp --root --unsandboxed",
                "mcp --provider local --provider memory",
                "mcp --max-commands 3",
                "mcp --check",
                "mcp word",
                "mcp --root \"a"
            })
    void what_is_not_plain_is_left_to_the_library(String line) {
        assertThat(McpShortcut.read(STREAMS, List.of(line.split(" ", -1)))).isEmpty();
    }
}
