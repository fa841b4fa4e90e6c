package dev.cofferdam.fakes.shell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code printf}, as builtin and as program. */
final class Printf {

    private final StringBuilder out = new StringBuilder();
    private final List<String> errors = new ArrayList<>();
    private List<String> args = List.of();
    private int next;
    private boolean stopped;
    private boolean malformed;

    String output() {
        return out.toString();
    }

    List<String> errors() {
        return errors;
    }

    int run(List<String> words) {
        List<String> rest = !words.isEmpty() && words.get(0).equals("--") ? words.subList(1, words.size()) : words;
        if (rest.isEmpty()) {
            errors.add("usage: printf format [arg ...]");
            return 2;
        }
        args = rest.subList(1, rest.size());
        String format = rest.get(0);
        int before;
        do {
            before = next;
            pass(format);
        } while (!stopped && next < args.size() && next > before);
        return malformed ? 2 : errors.isEmpty() ? 0 : 1;
    }

    private void pass(String format) {
        int i = 0;
        while (i < format.length() && !stopped) {
            char c = format.charAt(i);
            if (c == '%') {
                i = directive(format, i);
            } else if (c == '\\') {
                int end = escapeEnd(format, i);
                Escapes escape = Escapes.of(format.substring(i, end), false);
                out.append(escape.text());
                stopped = escape.stopped();
                i = end;
            } else {
                out.append(c);
                i++;
            }
        }
    }

    private static int escapeEnd(String format, int start) {
        int end = start + 1;
        if (end < format.length() && format.charAt(end) >= '0' && format.charAt(end) <= '7') {
            while (end < format.length() && end < start + 4 && format.charAt(end) >= '0' && format.charAt(end) <= '7') {
                end++;
            }
            return end;
        }
        return Math.min(format.length(), start + 2);
    }

    private int directive(String format, int start) {
        int i = start + 1;
        StringBuilder flags = new StringBuilder();
        while (i < format.length() && "-+ #0".indexOf(format.charAt(i)) >= 0) {
            flags.append(format.charAt(i++));
        }
        int[] number = number(format, i);
        int width = number[0];
        i = number[1];
        if (width < -1) {
            flags.append('-');
            width = -width;
        }
        int precision = -1;
        if (i < format.length() && format.charAt(i) == '.') {
            number = number(format, i + 1);
            precision = Math.max(0, number[0]);
            i = number[1];
        }
        if (i >= format.length()) {
            errors.add("missing format character");
            stopped = true;
            return i;
        }
        convert(format.charAt(i), flags.toString(), width, precision, format.substring(start, i + 1));
        return i + 1;
    }

    /** A number in the format, or the next argument for a star: its value, or -1, and where the format goes on. */
    private int[] number(String format, int start) {
        if (start < format.length() && format.charAt(start) == '*') {
            return new int[] {(int) integer(argument()), start + 1};
        }
        int end = start;
        while (end < format.length() && WordReader.isDigit(format.charAt(end))) {
            end++;
        }
        boolean sane = end > start && end - start < 7;
        return new int[] {sane ? Integer.parseInt(format.substring(start, end)) : -1, end};
    }

    private void convert(char conversion, String flags, int width, int precision, String directive) {
        switch (conversion) {
            case '%' -> out.append('%');
            case 's' -> pad(cut(argument(), precision), flags, width);
            case 'b' -> {
                Escapes escapes = Escapes.of(argument(), true);
                pad(cut(escapes.text(), precision), flags, width);
                stopped = escapes.stopped();
            }
            case 'c' -> {
                String argument = argument();
                pad(argument.isEmpty() ? "" : argument.substring(0, 1), flags, width);
            }
            case 'd', 'i' -> integer(Long.toString(integer(argument())), flags, width, precision);
            case 'u' -> integer(Long.toUnsignedString(integer(argument())), flags, width, precision);
            case 'o' -> integer(prefixed("0", Long.toOctalString(integer(argument())), flags), flags, width, precision);
            case 'x' -> integer(prefixed("0x", Long.toHexString(integer(argument())), flags), flags, width, precision);
            case 'X' ->
                integer(
                        prefixed("0X", Long.toHexString(integer(argument())).toUpperCase(Locale.ROOT), flags),
                        flags,
                        width,
                        precision);
            case 'f', 'F', 'e', 'E', 'g', 'G' -> floating(conversion, flags, width, precision);
            default -> {
                errors.add(directive + ": invalid directive");
                malformed = true;
                stopped = true;
            }
        }
    }

    private static String prefixed(String prefix, String digits, String flags) {
        return flags.indexOf('#') >= 0 && !digits.equals("0") ? prefix + digits : digits;
    }

    private static String cut(String text, int precision) {
        return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
    }

    private void integer(String digits, String flags, int width, int precision) {
        String sign = digits.startsWith("-") ? "-" : flags.indexOf('+') >= 0 ? "+" : flags.indexOf(' ') >= 0 ? " " : "";
        String body = digits.startsWith("-") ? digits.substring(1) : digits;
        body = "0".repeat(Math.max(0, precision - body.length())) + body;
        if (flags.indexOf('0') >= 0 && flags.indexOf('-') < 0 && precision < 0) {
            body = "0".repeat(Math.max(0, width - sign.length() - body.length())) + body;
        }
        pad(sign + body, flags, width);
    }

    private void floating(char conversion, String flags, int width, int precision) {
        String argument = argument();
        BigDecimal value = BigDecimal.ZERO;
        try {
            value = argument.isEmpty() ? value : new BigDecimal(argument.strip());
        } catch (NumberFormatException e) {
            errors.add(argument + ": expected numeric value");
        }
        int digits = precision < 0 ? 6 : precision;
        String text = conversion == 'g' || conversion == 'G'
                ? general(value, Math.max(1, digits), conversion)
                : String.format(Locale.ROOT, "%." + digits + Character.toString(conversion), value);
        if (flags.indexOf('+') >= 0 && value.signum() >= 0) {
            text = "+" + text;
        }
        if (flags.indexOf('0') >= 0 && flags.indexOf('-') < 0) {
            text = "0".repeat(Math.max(0, width - text.length())) + text;
        }
        pad(text, flags, width);
    }

    /** The shorter of the two forms, without zeros at the end. */
    private static String general(BigDecimal value, int digits, char conversion) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal rounded = value.round(new MathContext(digits));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < digits) {
            return rounded.stripTrailingZeros().toPlainString();
        }
        String scientific = String.format(Locale.ROOT, "%." + (digits - 1) + "e", rounded);
        String text = scientific.replaceFirst("\\.?0*e", "e");
        return conversion == 'G' ? text.toUpperCase(Locale.ROOT) : text;
    }

    private void pad(String text, String flags, int width) {
        String blanks = " ".repeat(Math.max(0, width - text.length()));
        out.append(flags.indexOf('-') >= 0 ? text + blanks : blanks + text);
    }

    private String argument() {
        return next < args.size() ? args.get(next++) : "";
    }

    private long integer(String argument) {
        if (argument.isEmpty()) {
            return 0;
        }
        if (argument.charAt(0) == '\'' || argument.charAt(0) == '"') {
            return argument.length() > 1 ? argument.charAt(1) : 0;
        }
        String text = argument.strip();
        boolean negative = text.startsWith("-");
        String body = negative || text.startsWith("+") ? text.substring(1) : text;
        int radix = body.startsWith("0x") || body.startsWith("0X") ? 16 : body.startsWith("0") ? 8 : 10;
        int start = radix == 16 ? 2 : 0;
        int end = start;
        while (end < body.length() && Character.digit(body.charAt(end), radix) >= 0) {
            end++;
        }
        if (end == start) {
            errors.add(argument + ": expected numeric value");
            return 0;
        }
        if (end < body.length()) {
            errors.add(argument + ": not completely converted");
        }
        try {
            long value = Long.parseLong(body.substring(start, end), radix);
            return negative ? -value : value;
        } catch (NumberFormatException e) {
            errors.add(argument + ": Numerical result out of range");
            return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
