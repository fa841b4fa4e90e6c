package dev.cofferdam.workspace;

/** Looks for a tag among what is visible of a text, in time that grows with the text and no faster. */
final class TagSearch {
    private final String text;
    private final StringBuilder visible;
    private final int[] positions;

    TagSearch(String text, Invisible invisible) {
        this.text = text;
        visible = new StringBuilder(text.length());
        positions = new int[text.length()];
        int at = 0;
        while (at < text.length()) {
            int end = invisible.end(text, at);
            if (end == at) {
                positions[visible.length()] = at;
                visible.append(text.charAt(at));
                end++;
            }
            at = end;
        }
    }

    /** Return the text with the tags of this name in brackets of another kind. */
    String replaced(String name) {
        StringBuilder safe = new StringBuilder(text.length());
        int copied = 0;
        int from = 0;
        for (int open = visible.indexOf("<"); open >= 0; open = visible.indexOf("<", from)) {
            int end = end(open, name);
            from = open + 1;
            if (end > open) {
                boolean closing = visible.charAt(skipBlanks(open + 1)) == '/';
                safe.append(text, copied, positions[open])
                        .append(closing ? "[/" : "[")
                        .append(name)
                        .append(']');
                copied = positions[end - 1] + 1;
                from = end;
            }
        }
        return safe.append(text, copied, text.length()).toString();
    }

    /** Return where the tag that begins at a position ends, or that position when none begins there. */
    private int end(int open, String name) {
        int at = skipBlanks(open + 1);
        if (at < visible.length() && visible.charAt(at) == '/') {
            at = skipBlanks(at + 1);
        }
        for (int i = 0; i < name.length(); i++, at++) {
            if (at >= visible.length() || lower(visible.charAt(at)) != name.charAt(i)) {
                return open;
            }
        }
        int close = skipBlanks(at);
        return close < visible.length() && visible.charAt(close) == '>' ? close + 1 : at;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < visible.length() && " \t\n".indexOf(visible.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }
}
