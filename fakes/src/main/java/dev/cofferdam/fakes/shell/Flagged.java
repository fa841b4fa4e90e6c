package dev.cofferdam.fakes.shell;

/**
 * Text in the middle of expansion: each char carries one byte and, above it, marks that tell where the byte came from.
 */
final class Flagged {

    /** The byte was quoted: neither split nor a pattern. */
    static final char QUOTED = 0x100;

    /** The byte is the result of an unquoted expansion: subject to field splitting. */
    static final char EXPANDED = 0x200;

    /** Separates fields, whatever IFS is. */
    static final char BREAK = 0x1000;

    /** Keeps a field that is empty because of quotes. */
    static final char KEEP = 0x2000;

    private static final int BYTE = 0xff;

    private Flagged() {}

    static boolean isQuoted(char c) {
        return (c & QUOTED) != 0;
    }

    static boolean isExpanded(char c) {
        return (c & EXPANDED) != 0;
    }

    static char value(char c) {
        return (char) (c & BYTE);
    }

    static void append(StringBuilder out, String text, int mark) {
        for (int i = 0; i < text.length(); i++) {
            out.append((char) (text.charAt(i) | mark));
        }
    }

    /** The bytes without marks. */
    static String plain(CharSequence flagged) {
        StringBuilder text = new StringBuilder(flagged.length());
        for (int i = 0; i < flagged.length(); i++) {
            char c = flagged.charAt(i);
            if (c == BREAK) {
                text.append(' ');
            } else if (c != KEEP) {
                text.append(value(c));
            }
        }
        return text.toString();
    }
}
