package dev.cofferdam.internal.tree;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Ids and times of items that are listed by age: no two times are equal, so that the order is known. */
public final class Ids {
    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Clock clock;
    private final RandomGenerator random;
    private Instant last = Instant.MIN;

    /** Create a source of ids. */
    public Ids(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** Tell whether a string has the form of an id (WS-TRASH-002). */
    public static boolean isWellFormed(String id) {
        return WELL_FORMED.matcher(id).matches();
    }

    /** Return the present time, later than any time returned before. */
    public synchronized Instant now() {
        Instant now = clock.instant();
        last = now.isAfter(last) ? now : last.plusNanos(1);
        return last;
    }

    /** Return a new id that begins with a time. */
    public synchronized String next(Instant time) {
        String bits = Long.toString(random.nextLong() & 0xFF_FFFF_FFFFL, 32);
        return DATE.format(time) + "-" + "0".repeat(8 - bits.length()) + bits;
    }
}
