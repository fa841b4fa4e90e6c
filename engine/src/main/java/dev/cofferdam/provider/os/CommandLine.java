package dev.cofferdam.provider.os;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A shell line of which it is proven that it is nothing but simple commands with fixed words. Of every other line nothing
 * is said: it is unknown, stays in the sandbox and goes through the normal permissions.
 *
 * @param commands the words of each simple command, the program first
 */
record CommandLine(List<List<String>> commands) {
    /** Words of the shell's grammar, and programs that run what they are given or change what later words mean. */
    private static final Set<String> NOT_SIMPLE = Set.of(
            "!",
            "[[",
            "]]",
            "{",
            "}",
            "case",
            "coproc",
            "do",
            "done",
            "elif",
            "else",
            "esac",
            "fi",
            "for",
            "function",
            "if",
            "in",
            "select",
            "then",
            "time",
            "until",
            "while",
            ".",
            "alias",
            "bash",
            "bind",
            "builtin",
            "busybox",
            "cd",
            "command",
            "csh",
            "dash",
            "declare",
            "enable",
            "env",
            "eval",
            "exec",
            "export",
            "fish",
            "hash",
            "ksh",
            "let",
            "local",
            "mapfile",
            "mksh",
            "popd",
            "pushd",
            "read",
            "readarray",
            "readonly",
            "rbash",
            "set",
            "sh",
            "shopt",
            "source",
            "tcsh",
            "toybox",
            "trap",
            "typeset",
            "ulimit",
            "umask",
            "unalias",
            "unset",
            "xargs",
            "yash",
            "zsh");

    private static final Pattern ASSIGNMENT =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\[.*\\])?\\+?=.*", Pattern.DOTALL);
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");
    private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9_./+-]+");
    private static final Set<String> MAKES = Set.of("make", "gmake", "bmake");

    CommandLine {
        commands = commands.stream().map(List::copyOf).toList();
    }

    /**
     * Read a line for {@code sh -c}.
     *
     * @param line the line
     * @return its simple commands, empty when it is unknown
     */
    static Optional<CommandLine> ofShell(String line) {
        return ShellWords.read(line).filter(CommandLine::isSimple).map(CommandLine::new);
    }

    /**
     * Take a program and its arguments, which no shell reads; a line for a shell among them is read as such.
     *
     * @param argv the words
     * @return the simple commands, empty when they are unknown
     */
    static Optional<CommandLine> ofWords(List<String> argv) {
        boolean line =
                argv.size() == 3 && argv.get(0).equals("sh") && argv.get(1).equals("-c");
        return line
                ? ofShell(argv.get(2))
                : Optional.of(List.of(argv)).filter(CommandLine::isSimple).map(CommandLine::new);
    }

    private static boolean isSimple(List<List<String>> commands) {
        return !commands.isEmpty() && commands.stream().allMatch(CommandLine::isSimpleCommand);
    }

    private static boolean isSimpleCommand(List<String> words) {
        String program = words.isEmpty() ? "" : words.get(0);
        String name = program.substring(program.lastIndexOf('/') + 1);
        return PROGRAM.matcher(program).matches()
                && !name.isEmpty()
                && !ASSIGNMENT.matcher(program).matches()
                && !NOT_SIMPLE.contains(name)
                && !(MAKES.contains(name)
                        && words.stream()
                                .anyMatch(word -> ASSIGNMENT.matcher(word).matches()));
    }

    /**
     * Tell whether every command of the line is excluded from the sandbox.
     *
     * @param rules the rules: {@code docker} for exactly that, {@code docker *} or {@code docker:*} for it with any
     *     arguments, {@code *} elsewhere for any text
     */
    boolean isExcluded(List<String> rules) {
        List<Pattern> patterns = rules.stream().map(CommandLine::pattern).toList();
        return commands.stream()
                .map(CommandLine::text)
                .allMatch(text -> patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(text).matches()));
    }

    private static Pattern pattern(String rule) {
        String text = rule.strip();
        boolean prefix = text.endsWith(":*") || text.endsWith(" *");
        String start = prefix ? text.substring(0, text.length() - 2).stripTrailing() : text;
        String regex = Arrays.stream(start.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex + (prefix ? "( .*)?" : ""), Pattern.DOTALL);
    }

    /** Write the words so that no word can be taken for two, or for a part of a rule. */
    private static String text(List<String> words) {
        List<String> shown = new ArrayList<>();
        for (String word : words) {
            shown.add(PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return String.join(" ", shown);
    }
}
