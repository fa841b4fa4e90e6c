package dev.cofferdam.provider.docker;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The words with which a command is started in a container, checked to arrive as they are (WS-EXEC-015). */
final class CommandWords {
    /** The kernel's MAX_ARG_STRLEN, its NUL included. */
    static final int LARGEST = 131_072;

    /** A quarter of the usual limit on stacks, without what our own words take. */
    static final int LARGEST_TOTAL = (2 << 20) - (1 << 16);

    private static final int POINTER = 8;

    private CommandWords() {}

    static List<String> of(ProcessRequest request, String nonce) {
        List<String> words = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                Scripts.COMMAND,
                "sh",
                nonce,
                request.background() == Background.KEEP ? "keep" : "kill",
                request.cwd()));
        words.addAll(request.argv());
        return words;
    }

    /** Refuse what cannot be encoded and what is too long. */
    static void check(List<String> argv, Map<String, String> environment) {
        long total = 0;
        for (String word : argv) {
            total += POINTER + size(word, "a word of the command");
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            total += POINTER
                    + size(
                            variable.getKey() + "=" + variable.getValue(),
                            "the environment variable " + variable.getKey());
        }
        if (total > LARGEST_TOTAL) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the words and variables of the command have " + total + " bytes in all; at most " + LARGEST_TOTAL
                            + " can be passed: give data on stdin or in a file");
        }
    }

    private static int size(String word, String what) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(word)) {
            throw WorkspaceException.of(
                    ErrorCode.ENCODING, what + " holds an unpaired surrogate and cannot be encoded in UTF-8");
        }
        if (bytes.length + 1 > LARGEST) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    what + " has " + bytes.length + " bytes; at most " + (LARGEST - 1)
                            + " can be passed in one: give data on stdin or in a file");
        }
        return bytes.length + 1;
    }
}
