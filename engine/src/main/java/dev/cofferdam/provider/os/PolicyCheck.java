package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** What the entries of a policy's lists must look like. */
final class PolicyCheck {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int MAX_LENGTH = 3_000;

    private PolicyCheck() {}

    /** Copy a list of paths: absolute, below the home directory as {@code ~/…}, or relative to the root. */
    static List<String> paths(String list, List<String> paths) {
        for (String path : paths) {
            requireText(list, path);
            if (path.startsWith("~") && !path.equals("~") && !path.startsWith("~/")) {
                throw bad(list, path, "only ~ and ~/… are understood, not the homes of other users");
            }
            requireClosedBrackets(list, path);
        }
        return List.copyOf(paths);
    }

    /** Copy a list of names of environment variables. */
    static List<String> variables(String list, List<String> names) {
        for (String name : names) {
            if (!VARIABLE.matcher(name).matches()) {
                throw bad(list, name, "the name of a variable is letters, digits and _, not beginning with a digit");
            }
        }
        return List.copyOf(names);
    }

    /** Copy a list of texts that are not blank. */
    static List<String> texts(String list, List<String> texts) {
        texts.forEach(text -> requireText(list, text));
        return List.copyOf(texts);
    }

    static void requireText(String list, String text) {
        if (text.isBlank()) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, list + ": an entry is blank; remove it");
        }
        if (text.indexOf('\0') >= 0) {
            throw bad(list, text, "it holds a NUL");
        }
        if (text.length() > MAX_LENGTH) {
            throw bad(list, text, "it is longer than " + MAX_LENGTH + " characters");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw bad(list, text, "it holds an unpaired surrogate");
        }
    }

    /** An open bracket would make a rule that matches nothing, and a deny that is lost. */
    private static void requireClosedBrackets(String list, String path) {
        for (int open = path.indexOf('['); open >= 0; ) {
            int close = path.indexOf(']', open + 2);
            if (close < 0 || path.substring(open, close).indexOf('/') >= 0) {
                throw bad(list, path, "a [ of a wildcard is not closed before the next /");
            }
            open = path.indexOf('[', close);
        }
    }

    private static WorkspaceException bad(String list, String entry, String problem) {
        return WorkspaceException.of(
                ErrorCode.INVALID_ARGUMENT, list + ": the entry '" + shown(entry) + "' is not valid: " + problem);
    }

    private static String shown(String entry) {
        StringBuilder out = new StringBuilder();
        entry.codePoints()
                .limit(100)
                .forEach(c -> out.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? 0xFFFD : c));
        return out.toString();
    }
}
