package dev.cofferdam.mcp.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the command lines that clients start the server with, without the library that reads all others: its classes
 * are in a format too old for a class-data archive and would make up a third of the start. Whatever is not plain is
 * left to the library: help, mistakes, and every other way to write an option.
 */
public final class McpShortcut {
    private McpShortcut() {}

    /**
     * Runs the server when the words ask for it in the plainest way.
     *
     * @param streams the streams it reads and writes
     * @param args the words of the command line
     * @return the exit code, or nothing when the words are not for us
     * @throws Exception when the server failed
     */
    public static Optional<Integer> run(StandardStreams streams, String... args) throws Exception {
        Optional<McpCommand> command = read(streams, List.of(args));
        if (command.isEmpty()) {
            return Optional.empty();
        }
        int code = command.get().call();
        streams.out().flush();
        return Optional.of(code);
    }

    static Optional<McpCommand> read(StandardStreams streams, List<String> words) {
        if (words.isEmpty() || !words.get(0).equals("mcp")) {
            return Optional.empty();
        }
        McpCommand command = new McpCommand(streams);
        command.choice = new ProviderChoice();
        command.choice.name = ProviderChoice.DEFAULT;
        command.rootChoice = new RootChoice();
        List<String> options = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Iterator<String> rest = words.listIterator(1);
        while (rest.hasNext()) {
            String word = rest.next();
            boolean twice = !seen.add(word) && !word.equals("--option");
            boolean known =
                    isSwitch(command, word) || (rest.hasNext() && hasValue(command, word, rest.next(), options));
            if (twice || !known) {
                return Optional.empty();
            }
        }
        command.choice.options = List.copyOf(options);
        return Optional.of(command);
    }

    private static boolean isSwitch(McpCommand command, String word) {
        switch (word) {
            case "--unsandboxed" -> command.unsandboxed = true;
            case "--read-only" -> command.readOnly = true;
            case "--no-commands" -> command.noCommands = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean hasValue(McpCommand command, String word, String value, List<String> options) {
        if (value.isEmpty() || value.startsWith("-") || value.startsWith("\"")) {
            return false;
        }
        switch (word) {
            case "--provider" -> command.choice.name = value;
            case "--root" -> command.rootChoice.root = value;
            case "--option" -> options.add(value);
            case "--tools" -> command.tools = List.of(value.split(",", -1));
            default -> {
                return false;
            }
        }
        return true;
    }
}
