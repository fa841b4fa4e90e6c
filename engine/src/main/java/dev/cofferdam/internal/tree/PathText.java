package dev.cofferdam.internal.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Paths as plain text in files of the workspace's own: bytes that are not UTF-8, and {@code %}, are written as
 * {@code %XX}, so that the text can be encoded and comes back the same (WS-PATH-007).
 */
public final class PathText {
    private static final String DIGITS = "0123456789ABCDEF";

    private PathText() {}

    /** Return the text of a path. */
    public static String write(String path) {
        if (!Names.isLossy(path) && path.indexOf('%') < 0) {
            return path;
        }
        StringBuilder out = new StringBuilder(path.length() + 8);
        int i = 0;
        while (i < path.length()) {
            int c = path.codePointAt(i);
            i += Character.charCount(c);
            if (c == '%' || (c >= 0xDC80 && c <= 0xDCFF)) {
                out.append('%').append(DIGITS.charAt((c >> 4) & 0xF)).append(DIGITS.charAt(c & 0xF));
            } else {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    /**
     * Return the path that a text stands for.
     *
     * @throws IllegalArgumentException when {@link #write} makes no such text
     */
    public static String read(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                out.append(c);
                continue;
            }
            if (i + 2 >= text.length()) {
                throw new IllegalArgumentException("a % without two digits");
            }
            int high = DIGITS.indexOf(text.charAt(i + 1));
            int low = DIGITS.indexOf(text.charAt(i + 2));
            int value = (high << 4) | low;
            if (high < 0 || low < 0 || (value < 0x80 && value != '%')) {
                throw new IllegalArgumentException("a % without the digits of a byte");
            }
            out.append(value == '%' ? '%' : (char) (0xDC00 | value));
            i += 2;
        }
        return out.toString();
    }

    /**
     * Return the names of a relative path, each fit to be a name.
     *
     * @throws IllegalArgumentException for an absolute path, an empty one, {@code .}, {@code ..}, NUL or an empty name
     */
    public static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        int begin = 0;
        while (begin <= path.length()) {
            int end = path.indexOf('/', begin);
            end = end < 0 ? path.length() : end;
            String name = path.substring(begin, end);
            if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("not a relative path in its plain form");
            }
            names.add(name);
            begin = end + 1;
        }
        return names;
    }
}
