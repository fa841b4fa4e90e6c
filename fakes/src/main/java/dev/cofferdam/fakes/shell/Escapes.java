package dev.cofferdam.fakes.shell;

/**
 * Text after backslash escapes were interpreted.
 *
 * @param text the bytes
 * @param stopped whether {@code \c} ended the output
 */
record Escapes(String text, boolean stopped) {

    /** Interprets escapes; octal numbers begin with 0 in {@code echo} and {@code %b}, not in formats. */
    static Escapes of(String source, boolean leadingZero) {
        StringBuilder text = new StringBuilder(source.length());
        int i = 0;
        while (i < source.length()) {
            char c = source.charAt(i++);
            if (c != '\\' || i == source.length()) {
                text.append(c);
                continue;
            }
            char escape = source.charAt(i++);
            if (escape == 'c') {
                return new Escapes(text.toString(), true);
            }
            if (escape >= '0' && escape <= '7' && (!leadingZero || escape == '0')) {
                int start = leadingZero ? i : i - 1;
                int end = start;
                while (end < source.length() && end < start + 3 && isOctal(source.charAt(end))) {
                    end++;
                }
                text.append((char) (end == start ? 0 : Integer.parseInt(source.substring(start, end), 8) & 0xff));
                i = end;
            } else {
                simple(text, escape);
            }
        }
        return new Escapes(text.toString(), false);
    }

    private static boolean isOctal(char c) {
        return c >= '0' && c <= '7';
    }

    private static void simple(StringBuilder text, char escape) {
        int at = "abefnrtv\\".indexOf(escape);
        if (at >= 0) {
            text.append("\u0007\b\u001b\f\n\r\t\u000b\\".charAt(at));
        } else {
            text.append('\\').append(escape);
        }
    }
}
