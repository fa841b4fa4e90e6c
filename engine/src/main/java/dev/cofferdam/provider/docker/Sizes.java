package dev.cofferdam.provider.docker;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts of memory and of processors. */
final class Sizes {
    private static final Pattern MEMORY = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?) *([kmgt]?)(i?b)?");
    private static final Pattern CPUS = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,9})?");
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private Sizes() {}

    /** Return bytes; units are powers of 1024, as {@code 256MB}, {@code 512m} or {@code 1GiB}. */
    static long memory(String name, String text) {
        Matcher matcher = MEMORY.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw Refusals.invalid(
                    "the option " + name + " is " + text + "; give an amount such as 512m, 256MB or 1GiB");
        }
        int power = " kmgt".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2));
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
        if (bytes.compareTo(BigDecimal.ONE) < 0 || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw Refusals.invalid(
                    "the option " + name + " is " + text + "; it must be positive, and not beyond 64 bits");
        }
        return bytes.longValue();
    }

    /** Return billionths of a processor. */
    static long nanoCpus(String name, String text) {
        if (!CPUS.matcher(text.strip()).matches()) {
            throw Refusals.invalid(
                    "the option " + name + " is " + text + "; give a number of processors such as 0.5 or 2");
        }
        long nanos = new BigDecimal(text.strip()).multiply(NANOS).longValue();
        if (nanos <= 0) {
            throw Refusals.invalid("the option " + name + " is " + text + "; it must be positive");
        }
        return nanos;
    }

    /** Return a whole number in a range. */
    static int number(String name, String text, int least, int most) {
        String digits = text.strip();
        if (digits.matches("-?[0-9]{1,10}")) {
            long number = Long.parseLong(digits);
            if (number >= least && number <= most) {
                return (int) number;
            }
        }
        throw Refusals.invalid(
                "the option " + name + " is " + text + "; it must be a number from " + least + " to " + most);
    }
}
