package dev.cofferdam.mcp.workspace;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Explains why a passage was not found: where it nearly stands, and in what it differs. Nothing is ever applied. */
final class NearMiss {
    private static final int MOST_LINES = 20_000;
    private static final int SHOWN = 160;
    private static final double ALIKE = 0.5;

    private NearMiss() {}

    static String explain(String unified, String passage) {
        Lines lines = Lines.of(unified);
        Optional<String> close = ignoringCase(unified, lines, passage)
                .or(() -> ignoringBlanks(unified, lines, passage))
                .or(() -> firstLineOnly(unified, lines, passage))
                .or(() -> alike(lines, passage));
        return close.orElse("nothing in the file resembles it");
    }

    private static Optional<String> ignoringCase(String unified, Lines lines, String passage) {
        int at = unified.toLowerCase(Locale.ROOT).indexOf(passage.toLowerCase(Locale.ROOT));
        return at < 0 || at >= unified.length()
                ? Optional.empty()
                : Optional.of(at(lines, lines.numberAt(at), "only in the case of letters"));
    }

    private static Optional<String> ignoringBlanks(String unified, Lines lines, String passage) {
        String wanted = withoutBlanks(passage);
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        int at = withoutBlanks(unified).indexOf(wanted);
        if (at < 0) {
            return Optional.empty();
        }
        int position = 0;
        for (int left = at; left > 0 || Character.isWhitespace(unified.charAt(position)); position++) {
            if (!Character.isWhitespace(unified.charAt(position))) {
                left--;
            }
        }
        return Optional.of(at(lines, lines.numberAt(position), "only in blanks, tabs or line breaks"));
    }

    private static Optional<String> firstLineOnly(String unified, Lines lines, String passage) {
        int end = passage.indexOf('\n');
        if (end <= 0) {
            return Optional.empty();
        }
        int at = unified.indexOf(passage.substring(0, end));
        return at < 0 ? Optional.empty() : Optional.of(at(lines, lines.numberAt(at), "after its first line"));
    }

    private static Optional<String> alike(Lines lines, String passage) {
        String wanted =
                passage.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        Set<String> pairs = pairs(wanted);
        int best = 0;
        double bestScore = ALIKE;
        for (int number = 1; number <= Math.min(lines.count(), MOST_LINES); number++) {
            double score = score(pairs, Lines.cut(lines.line(number), 500));
            if (score > bestScore) {
                bestScore = score;
                best = number;
            }
        }
        return best == 0 ? Optional.empty() : Optional.of(at(lines, best, "in its words"));
    }

    private static double score(Set<String> wanted, String line) {
        Set<String> pairs = pairs(line);
        int total = wanted.size() + pairs.size();
        pairs.retainAll(wanted);
        return total == 0 ? 0 : 2.0 * pairs.size() / total;
    }

    private static Set<String> pairs(String line) {
        String text = line.strip();
        Set<String> pairs = new HashSet<>();
        for (int i = 0; i + 2 <= text.length(); i++) {
            pairs.add(text.substring(i, i + 2));
        }
        return pairs;
    }

    private static String withoutBlanks(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.chars().filter(c -> !Character.isWhitespace(c)).forEach(c -> kept.append((char) c));
        return kept.toString();
    }

    private static String at(Lines lines, int number, String difference) {
        return "the nearest is line " + number + ", which differs " + difference + ": "
                + Lines.cut(lines.line(number), SHOWN);
    }
}
