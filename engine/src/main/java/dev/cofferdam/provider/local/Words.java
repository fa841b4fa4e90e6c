package dev.cofferdam.provider.local;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Checks that the words and variables of a program arrive as they are (WS-EXEC-015). */
final class Words {
    /** The kernel's MAX_ARG_STRLEN, its NUL included. */
    static final int LARGEST = 131_072;

    /** What the programs that are run on the way, and the kernel's own notes, may take. */
    private static final int RESERVE = 16_384;

    private static final int POINTER = 8;

    private Words() {}

    /** Refuse what cannot be encoded and what is too long. */
    static void check(List<String> argv, Map<String, String> environment, Host host) {
        long total = RESERVE;
        for (String word : argv) {
            total += POINTER + size(word, "a word of the command", host.words());
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String what = "the environment variable " + variable.getKey();
            total += POINTER + size(variable.getKey() + "=" + variable.getValue(), what, host.words());
        }
        if (total > host.totalLimit()) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the words and variables of the command have " + total + " bytes in all; at most "
                            + host.totalLimit() + " can be passed: give data on stdin or in a file");
        }
    }

    private static int size(String word, String what, Charset charset) {
        int length = isAscii(word) ? word.length() : encodedLength(word, what, charset);
        if (length + 1 > LARGEST) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    what + " has " + length + " bytes; at most " + (LARGEST - 1)
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
}
