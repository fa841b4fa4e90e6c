package dev.cofferdam.internal.launch;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that the words and variables of a command can be passed as they are (WS-EXEC-015). */
public final class Words {
    /** The kernel's MAX_ARG_STRLEN, its NUL included. */
    public static final int LARGEST = 131_072;

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

    /** Check what a shell is to pass on. */
    static void check(List<String> argv, Map<String, String> env) {
        if (argv.isEmpty()) {
            throw invalid("a command needs at least the name of a program");
        }
        for (String name : env.keySet()) {
            if (OF_THE_SHELL.contains(name)) {
                throw invalid("the environment variable " + name + " is the shell's own and cannot be set");
            }
        }
        check(argv, env, StandardCharsets.UTF_8, LARGEST_TOTAL);
    }

    /**
     * Refuse what cannot be encoded and what is too long.
     *
     * @param argv the words
     * @param env the variables
     * @param charset how they are passed
     * @param most how many bytes they may have in all
     * @throws WorkspaceException {@code INVALID_ARGUMENT} or {@code ENCODING}
     */
    public static void check(List<String> argv, Map<String, String> env, Charset charset, long most) {
        long total = 0;
        for (String word : argv) {
            total += POINTER + size(word, "a word of the command", charset);
        }
        for (Map.Entry<String, String> variable : env.entrySet()) {
            String text = variable.getKey() + "=" + variable.getValue();
            total += POINTER + size(text, "the environment variable " + variable.getKey(), charset);
        }
        if (total > most) {
            throw invalid("the words and variables of the command have " + total + " bytes in all; at most " + most
                    + " can be passed: give data on stdin or in a file");
        }
    }

    private static int size(String word, String what, Charset charset) {
        int length = isAscii(word) ? word.length() : encodedLength(word, what, charset);
        if (length + 1 > LARGEST) {
            throw invalid(what + " has " + length + " bytes; at most " + (LARGEST - 1)
                    + " can be passed in one: give data on stdin or in a file");
        }
        return length + 1;
    }

    private static int encodedLength(String word, String what, Charset charset) {
        if (!charset.equals(StandardCharsets.UTF_8)) {
            throw WorkspaceException.of(
                    ErrorCode.ENCODING,
                    what + " is not ASCII, and this Java process passes words as " + charset.name()
                            + ": start it with the environment variable LC_ALL=C.UTF-8");
        }
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(word)) {
            throw WorkspaceException.of(
                    ErrorCode.ENCODING, what + " holds an unpaired surrogate and cannot be encoded in UTF-8");
        }
        return bytes.length;
    }

    private static boolean isAscii(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static WorkspaceException invalid(String message) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, message);
    }
}
