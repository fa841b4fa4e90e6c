package dev.cofferdam.benchmarks;

import java.util.List;
import java.util.Locale;

/**
 * One line of the table of targets.
 *
 * @param target what was measured
 * @param bound what must be reached
 * @param base how long the baseline took
 * @param ours how long ours took
 * @param ratio ours to baseline
 * @param rounds the median of the ratios of the single rounds
 * @param cpu ours to baseline in processor time
 * @param met whether the bound is met
 */
record Row(
        String target, String bound, String base, String ours, String ratio, String rounds, String cpu, boolean met) {
    static final String HEAD = """
            | target | bound | baseline | ours | ratio of medians | median ratio of rounds | ratio of CPU time | met |
            |---|---|---|---|---|---|---|---|""";

    private static final String NONE = "–";

    /** Judge ours by a baseline. */
    static Row compared(String target, double bound, Interleaved.Times times) {
        return new Row(
                target,
                "≤ " + decimal(bound) + "×",
                time(times.base()),
                time(times.ours()),
                decimal(times.ratio()) + "×",
                decimal(times.ratioOfRounds()) + "×",
                times.cpuRatio().isPresent() ? decimal(times.cpuRatio().getAsDouble()) + "×" : NONE,
                times.ratio() <= bound);
    }

    /** Judge ours by a time. */
    static Row absolute(String target, double boundNanos, double nanos) {
        return new Row(target, "≤ " + time(boundNanos), NONE, time(nanos), NONE, NONE, NONE, nanos <= boundNanos);
    }

    /** Judge ours by what it does. */
    static Row fact(String target, String bound, String seen, boolean met) {
        return new Row(target, bound, NONE, seen, NONE, NONE, NONE, met);
    }

    String markdown() {
        List<String> cells = List.of(target, bound, base, ours, ratio, rounds, cpu, met ? "yes" : "**no**");
        return "| " + String.join(" | ", cells) + " |";
    }

    static String time(double nanos) {
        if (nanos < 1e6) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return nanos < 1e9
                ? String.format(Locale.ROOT, "%.2f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
