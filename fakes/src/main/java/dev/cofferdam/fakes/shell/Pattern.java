package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A shell pattern, matched byte by byte. */
final class Pattern {

    private static final Element STAR = new Element(null);

    /** A set of bytes that match; null for any number of any bytes. */
    private record Element(@Nullable BitSet set) {

        boolean isStar() {
            return set == null;
        }

        boolean isOnly(char c) {
            return accepts(c) && set != null && set.cardinality() == 1;
        }

        boolean accepts(char c) {
            return set != null && set.get(c);
        }
    }

    private final Element[] elements;
    private final boolean literal;

    private Pattern(List<Element> elements, boolean literal) {
        this.elements = elements.toArray(Element[]::new);
        this.literal = literal;
    }

    /** Compiles text whose quoted bytes are marked. */
    static Pattern of(CharSequence flagged) {
        List<Element> elements = new ArrayList<>(flagged.length());
        boolean literal = true;
        int i = 0;
        while (i < flagged.length()) {
            char c = flagged.charAt(i++);
            if (c == Flagged.KEEP || c == Flagged.BREAK) {
                continue;
            }
            char value = Flagged.value(c);
            if (Flagged.isQuoted(c)) {
                elements.add(one(value));
            } else if (value == '*') {
                literal = false;
                elements.add(STAR);
            } else if (value == '?') {
                literal = false;
                elements.add(any());
            } else if (value == '\\' && i < flagged.length()) {
                elements.add(one(Flagged.value(flagged.charAt(i++))));
            } else if (value == '[' && closingBracket(flagged, i) > 0) {
                int end = closingBracket(flagged, i);
                literal = false;
                elements.add(new Element(bracket(flagged, i, end)));
                i = end + 1;
            } else {
                elements.add(one(value));
            }
        }
        return new Pattern(elements, literal);
    }

    /** Compiles a plain pattern, as programs such as find take it. */
    static Pattern ofPlain(String pattern) {
        return of(pattern);
    }

    /** Tells whether only one text can match. */
    boolean isLiteral() {
        return literal;
    }

    private static Element one(char c) {
        BitSet set = new BitSet(256);
        set.set(c);
        return new Element(set);
    }

    private static Element any() {
        BitSet set = new BitSet(256);
        set.set(0, 256);
        return new Element(set);
    }

    private static int closingBracket(CharSequence text, int start) {
        int i = start;
        if (i < text.length() && (text.charAt(i) == '!' || text.charAt(i) == '^')) {
            i++;
        }
        boolean first = true;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (Flagged.value(c) == ']' && !Flagged.isQuoted(c) && !first) {
                return i;
            }
            if (Flagged.value(c) == '[' && !Flagged.isQuoted(c) && i + 1 < text.length() && text.charAt(i + 1) == ':') {
                int close = indexOf(text, ":]", i + 2);
                if (close > 0) {
                    i = close + 1;
                }
            } else if (Flagged.value(c) == '/') {
                return -1;
            }
            first = false;
            i++;
        }
        return -1;
    }

    private static int indexOf(CharSequence text, String wanted, int from) {
        for (int i = from; i + wanted.length() <= text.length(); i++) {
            if (text.charAt(i) == wanted.charAt(0) && text.charAt(i + 1) == wanted.charAt(1)) {
                return i;
            }
        }
        return -1;
    }

    private static BitSet bracket(CharSequence text, int start, int end) {
        BitSet set = new BitSet(256);
        int i = start;
        boolean negated = text.charAt(i) == '!' || text.charAt(i) == '^';
        if (negated) {
            i++;
        }
        while (i < end) {
            char low = Flagged.value(text.charAt(i));
            if (low == '[' && i + 1 < end && text.charAt(i + 1) == ':') {
                int close = indexOf(text, ":]", i + 2);
                if (close > 0 && close < end) {
                    addClass(set, Flagged.plain(text.subSequence(i + 2, close)));
                    i = close + 2;
                    continue;
                }
            }
            if (low == '\\' && !Flagged.isQuoted(text.charAt(i)) && i + 1 < end) {
                low = Flagged.value(text.charAt(++i));
            }
            if (i + 2 < end && text.charAt(i + 1) == '-') {
                char high = Flagged.value(text.charAt(i + 2));
                if (low <= high) {
                    set.set(low, high + 1);
                }
                i += 3;
            } else {
                set.set(low);
                i++;
            }
        }
        if (negated) {
            set.flip(0, 256);
        }
        return set;
    }

    /** Adds a class such as {@code alpha}, as it is in the C locale. */
    static void addClass(BitSet set, String name) {
        for (int c = 0; c < 128; c++) {
            if (inClass(name, (char) c)) {
                set.set(c);
            }
        }
    }

    private static boolean inClass(String name, char c) {
        boolean digit = c >= '0' && c <= '9';
        boolean lower = c >= 'a' && c <= 'z';
        boolean upper = c >= 'A' && c <= 'Z';
        boolean graph = c > ' ' && c < 0x7f;
        return switch (name) {
            case "digit" -> digit;
            case "lower" -> lower;
            case "upper" -> upper;
            case "alpha" -> lower || upper;
            case "alnum" -> lower || upper || digit;
            case "space" -> c == ' ' || (c >= '\t' && c <= '\r');
            case "blank" -> c == ' ' || c == '\t';
            case "punct" -> graph && !lower && !upper && !digit;
            case "graph" -> graph;
            case "print" -> graph || c == ' ';
            case "cntrl" -> c < ' ' || c == 0x7f;
            case "xdigit" -> digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            default -> false;
        };
    }

    boolean matches(String text) {
        return matches(text, 0, text.length());
    }

    boolean matches(String text, int start, int end) {
        int element = 0;
        int at = start;
        int starElement = -1;
        int starAt = 0;
        while (at < end) {
            if (element < elements.length && elements[element].isStar()) {
                starElement = element++;
                starAt = at;
            } else if (element < elements.length && elements[element].accepts(text.charAt(at))) {
                element++;
                at++;
            } else if (starElement >= 0) {
                element = starElement + 1;
                at = ++starAt;
            } else {
                return false;
            }
        }
        while (element < elements.length && elements[element].isStar()) {
            element++;
        }
        return element == elements.length;
    }

    /** Tells whether the pattern itself begins with a dot, so that it may match hidden names. */
    boolean beginsWithDot() {
        return elements.length > 0 && elements[0].isOnly('.');
    }

    /** The text without the part at its start or end that matches; the longest such part if greedy. */
    String trim(String text, boolean atEnd, boolean greedy) {
        int length = text.length();
        for (int i = 0; i <= length; i++) {
            int size = greedy ? length - i : i;
            if (atEnd ? matches(text, length - size, length) : matches(text, 0, size)) {
                return atEnd ? text.substring(0, length - size) : text.substring(size);
            }
        }
        return text;
    }
}
