package dev.cofferdam.spi;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Turns words into text that a POSIX shell reads as exactly these words; for drivers whose sandbox takes a line. */
public final class Shell {
    private Shell() {}

    /**
     * Quote a word, so that a shell reads it as itself wherever an argument may stand.
     *
     * @param word any text without NUL
     * @return the text in single quotes, or the word itself when it holds only letters, digits and {@code @%+:,./_-}
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when it holds NUL, which no word can;
     *     {@link ErrorCode#ENCODING} when it holds an unpaired surrogate
     */
    public static String shellQuote(String word) {
        check(word);
        return isPlain(word) ? word : quoted(word);
    }

    /**
     * Turn a program and its arguments into a line that runs it. The program is quoted in every case, so that it is
     * neither a word of the shell's grammar, nor an alias, nor an assignment.
     *
     * @param argv the program and its arguments
     * @return the line, without a newline at its end
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when there is no word or one holds NUL;
     *     {@link ErrorCode#ENCODING} when one holds an unpaired surrogate
     */
    public static String shellCommand(List<String> argv) {
        if (argv.isEmpty()) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "a command needs at least the name of a program");
        }
        check(argv.get(0));
        StringBuilder line = new StringBuilder(quoted(argv.get(0)));
        for (String word : argv.subList(1, argv.size())) {
            line.append(' ').append(shellQuote(word));
        }
        return line.toString();
    }

    private static void check(String word) {
        if (word.indexOf('\0') >= 0) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "a word of a command holds a NUL character, which no program can be given");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(word)) {
            throw WorkspaceException.of(
                    ErrorCode.ENCODING,
                    "a word of a command holds an unpaired surrogate and cannot be encoded in UTF-8");
        }
    }

    private static boolean isPlain(String word) {
        return !word.isEmpty() && word.chars().allMatch(Shell::isPlain);
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "@%+:,./_-".indexOf(c) >= 0;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
