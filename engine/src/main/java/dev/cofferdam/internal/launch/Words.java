package dev.cofferdam.internal.launch;

import dev.cofferdam.spi.Shell;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that the words and variables of a command can be passed as they are (WS-EXEC-015). */
final class Words {
    /** The kernel's MAX_ARG_STRLEN, its NUL included. */
    static final int LARGEST = 131_072;

    /** What Linux allows in all with its usual stack, less the sandbox's own environment. */
    static final int LARGEST_TOTAL = (2 << 20) - (128 << 10);

    private static final int POINTER = 8;

    /** Variables with which a shell does things of its own when they are set. */
    private static final Set<String> OF_THE_SHELL = Set.of(
            "BASHOPTS",
            "BASHPID",
            "BASH_VERSINFO",
            "DIRSTACK",
            "EPOCHREALTIME",
            "EPOCHSECONDS",
            "EUID",
            "FUNCNAME",
            "GROUPS",
            "HISTCMD",
            "LINENO",
            "OPTIND",
            "PPID",
            "RANDOM",
            "SECONDS",
            "SHELLOPTS",
            "SRANDOM",
            "UID");

    private Words() {}

    static void check(List<String> argv, Map<String, String> env) {
        if (argv.isEmpty()) {
            throw invalid("a command needs at least the name of a program");
        }
        long total = 0;
        for (String word : argv) {
            total += POINTER + size(word, "a word of the command");
        }
        for (Map.Entry<String, String> variable : env.entrySet()) {
            String name = variable.getKey();
            if (OF_THE_SHELL.contains(name)) {
                throw invalid("the environment variable " + name + " is the shell's own and cannot be set");
            }
            total += POINTER + size(name + "=" + variable.getValue(), "the environment variable " + name);
        }
        if (total > LARGEST_TOTAL) {
            throw invalid("the words and variables of the command have " + total + " bytes in all; at most "
                    + LARGEST_TOTAL + " can be passed: give data on stdin or in a file");
        }
    }

    private static int size(String word, String what) {
        // Refuses NUL and unpaired surrogates.
        Shell.shellQuote(word);
        int length = word.getBytes(StandardCharsets.UTF_8).length + 1;
        if (length > LARGEST) {
            throw invalid(what + " has " + (length - 1) + " bytes; at most " + (LARGEST - 1)
                    + " can be passed in one: give data on stdin or in a file");
        }
        return length;
    }

    private static WorkspaceException invalid(String message) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, message);
    }
}
