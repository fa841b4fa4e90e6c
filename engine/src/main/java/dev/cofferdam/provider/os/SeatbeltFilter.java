package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes paths and patterns as filters of a Seatbelt profile. Pure text: nothing is looked up. */
final class SeatbeltFilter {
    /** Directories that macOS keeps below {@code /private} and shows at the top as well. */
    private static final List<String> MOVED = List.of("/tmp", "/var", "/etc");

    private static final String WILDCARDS = "*?[";
    private static final String SPECIAL = "\\^$.|+(){}[]*?";

    private final boolean foldsCase;

    /**
     * Make a writer.
     *
     * @param foldsCase whether the file system takes {@code A} for {@code a}
     */
    SeatbeltFilter(boolean foldsCase) {
        this.foldsCase = foldsCase;
    }

    /** Return the filters for a path or pattern and everything below it, in each spelling. */
    List<String> tree(String path) {
        String base = path.endsWith("/**") ? path.substring(0, Math.max(1, path.length() - 3)) : path;
        List<String> filters = new ArrayList<>();
        for (String spelling : spellings(base)) {
            filters.add(
                    needsRegex(spelling)
                            ? "(regex " + quoted("^" + regex(spelling) + "(/.*)?$") + ")"
                            : "(subpath " + quoted(spelling) + ")");
        }
        return filters;
    }

    /** Return the filters for a path alone, in each spelling. */
    List<String> exactly(String path) {
        List<String> filters = new ArrayList<>();
        for (String spelling : spellings(path)) {
            filters.add(
                    needsRegex(spelling)
                            ? "(regex " + quoted("^" + regex(spelling) + "$") + ")"
                            : "(literal " + quoted(spelling) + ")");
        }
        return filters;
    }

    private boolean needsRegex(String path) {
        return isPattern(path) || (foldsCase && path.chars().anyMatch(Character::isLetter));
    }

    /** Tell whether a path has wildcards. */
    static boolean isPattern(String path) {
        return path.chars().anyMatch(c -> WILDCARDS.indexOf(c) >= 0);
    }

    /** Return a path as it is written and as the system has it. */
    static Set<String> spellings(String path) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(path);
        for (String moved : MOVED) {
            String inside = "/private" + moved;
            if (path.equals(moved) || path.startsWith(moved + "/")) {
                spellings.add("/private" + path);
            } else if (path.equals(inside) || path.startsWith(inside + "/")) {
                spellings.add(path.substring("/private".length()));
            }
        }
        return spellings;
    }

    private String regex(String path) {
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < path.length()) {
            char c = path.charAt(at);
            if (path.startsWith("**/", at)) {
                regex.append("(.*/)?");
                at += 3;
            } else if (path.startsWith("**", at)) {
                regex.append(".*");
                at += 2;
            } else if (c == '[') {
                at = characters(path, at, regex);
            } else {
                regex.append(c == '*' ? "[^/]*" : c == '?' ? "[^/]" : one(c));
                at++;
            }
        }
        return regex.toString();
    }

    private int characters(String path, int open, StringBuilder regex) {
        int close = path.indexOf(']', open + 2);
        if (close < 0) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "a [ of a wildcard is not closed");
        }
        String inside = path.substring(open + 1, close);
        boolean not = inside.startsWith("!") || inside.startsWith("^");
        String plain = not ? inside.substring(1) : inside;
        String folded = foldsCase ? plain.toLowerCase(Locale.ROOT) + plain.toUpperCase(Locale.ROOT) : plain;
        regex.append(not ? "[^/" : "[").append(folded.replace("\\", "\\\\")).append(']');
        return close + 1;
    }

    private String one(char c) {
        if (foldsCase && Character.isLetter(c)) {
            return "[" + Character.toLowerCase(c) + Character.toUpperCase(c) + "]";
        }
        return SPECIAL.indexOf(c) >= 0 ? "\\" + c : String.valueOf(c);
    }

    /** Write a text as a string of the profile's language. */
    static String quoted(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "a path with control characters cannot be a rule of the sandbox");
        }
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
