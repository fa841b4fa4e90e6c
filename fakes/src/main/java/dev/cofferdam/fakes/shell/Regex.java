package dev.cofferdam.fakes.shell;

import java.util.BitSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Turns POSIX regular expressions, basic or extended, into Java's. */
final class Regex {

    private final String source;
    private final boolean extended;
    private final StringBuilder out = new StringBuilder();
    private int position;

    private Regex(String source, boolean extended) {
        this.source = source;
        this.extended = extended;
    }

    static Pattern compile(String source, boolean extended, boolean ignoreCase) throws Usage {
        return java(new Regex(source, extended).translate(), ignoreCase);
    }

    /** Compiles an expression that is Java's already. */
    static Pattern java(String expression, boolean ignoreCase) throws Usage {
        try {
            return Pattern.compile(expression, Pattern.DOTALL | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0));
        } catch (PatternSyntaxException e) {
            throw new Usage("Invalid regular expression", 2);
        }
    }

    /** Translates without compiling. */
    static String translate(String source, boolean extended) {
        return new Regex(source, extended).translate();
    }

    private String translate() {
        boolean start = true;
        while (position < source.length()) {
            char c = source.charAt(position++);
            if (c == '\\') {
                start = escaped();
            } else if (c == '[') {
                bracket();
                start = false;
            } else {
                start = plain(c, start);
            }
        }
        return out.toString();
    }

    /** Translates a char; tells whether an expression begins after it. */
    private boolean plain(char c, boolean start) {
        switch (c) {
            case '.' -> out.append('.');
            case '*' -> out.append(start ? "\\*" : "*");
            case '^' -> {
                if (extended || start) {
                    out.append("\\A");
                    return true;
                }
                out.append("\\^");
            }
            case '$' -> out.append(extended || endsHere() ? "\\z" : "\\$");
            case '(', '|' -> {
                out.append(extended ? "" + c : "\\" + c);
                return extended;
            }
            case ')', '+', '?' -> out.append(extended && !(start && c != ')') ? "" + c : "\\" + c);
            case '{' -> out.append(extended && isInterval() ? "{" : "\\{");
            case '}' ->
                out.append(
                        extended
                                        && out.lastIndexOf("{") > out.lastIndexOf("}")
                                        && out.charAt(Math.max(0, out.lastIndexOf("{") - 1)) != '\\'
                                ? "}"
                                : "\\}");
            default -> literal(c);
        }
        return false;
    }

    private boolean isInterval() {
        int close = source.indexOf('}', position);
        return close > position && source.substring(position, close).matches("[0-9]*,?[0-9]*");
    }

    private boolean endsHere() {
        return position == source.length() || source.startsWith("\\)", position) || source.startsWith("\\|", position);
    }

    private boolean escaped() {
        if (position == source.length()) {
            out.append("\\\\");
            return false;
        }
        char c = source.charAt(position++);
        if (!extended && "(|".indexOf(c) >= 0) {
            out.append(c);
            return true;
        }
        if (!extended && ")+?{}".indexOf(c) >= 0) {
            out.append(c);
        } else if ("wWsSbB".indexOf(c) >= 0 || (c >= '1' && c <= '9')) {
            out.append('\\').append(c);
        } else if (c == '<') {
            out.append("\\b(?=\\w)");
        } else if (c == '>') {
            out.append("\\b(?<=\\w)");
        } else if (c == 'n') {
            out.append("\\n");
        } else if (c == 't') {
            out.append("\\t");
        } else {
            literal(c);
        }
        return false;
    }

    private void literal(char c) {
        if ("\\.[]{}()*+-?^$|&#".indexOf(c) >= 0) {
            out.append('\\');
        }
        out.append(c);
    }

    private void bracket() {
        boolean negated = position < source.length() && source.charAt(position) == '^';
        if (negated) {
            position++;
        }
        BitSet set = new BitSet(256);
        boolean first = true;
        while (position < source.length() && (first || source.charAt(position) != ']')) {
            first = false;
            int close = source.startsWith("[:", position) ? source.indexOf(":]", position + 2) : -1;
            if (close > 0) {
                dev.cofferdam.fakes.shell.Pattern.addClass(set, source.substring(position + 2, close));
                position = close + 2;
                continue;
            }
            char low = element();
            if (position + 1 < source.length()
                    && source.charAt(position) == '-'
                    && source.charAt(position + 1) != ']') {
                position++;
                char high = element();
                if (low <= high) {
                    set.set(low, high + 1);
                }
            } else {
                set.set(low);
            }
        }
        if (position >= source.length()) {
            // No closing bracket: Java refuses what is put out now, as POSIX does.
            out.append('[');
            return;
        }
        position++;
        if (negated) {
            set.flip(0, 256);
        }
        out.append('[');
        set.stream().forEach(c -> out.append(String.format(java.util.Locale.ROOT, "\\x%02x", c)));
        if (set.isEmpty()) {
            out.append("^\\x00-\\xff");
        }
        out.append(']');
    }

    private char element() {
        char c = source.charAt(position++);
        if (c == '\\'
                && position < source.length()
                && (source.charAt(position) == 'n' || source.charAt(position) == 't')) {
            return source.charAt(position++) == 'n' ? '\n' : '\t';
        }
        return c;
    }
}
