package dev.cofferdam.mcp.workspace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what a search finds, from an offset up to a limit, in the form that was asked for. */
final class SearchHits {
    private static final int MOST_CHARS = 100_000;
    private static final int LINE_CHARS = 400;

    private final Mode mode;
    private final int context;
    private final int offset;
    private final int limit;
    private final List<Object> shown = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int seen;
    private boolean more;

    SearchHits(Mode mode, int context, int offset, int limit) {
        this.mode = mode;
        this.context = context;
        this.offset = offset;
        this.limit = limit;
    }

    /** What a search returns. */
    enum Mode {
        CONTENT("matches"),
        FILES("files"),
        COUNT("counts");

        private final String key;

        Mode(String key) {
            this.key = key;
        }
    }

    /** Whether enough was found: one more hit than fits was seen. */
    boolean full() {
        return more;
    }

    /** Whether the first match of a file is all that is wanted of it. */
    boolean wantsFirstOnly() {
        return mode == Mode.FILES;
    }

    /** Takes a match of a line. */
    void match(String path, Lines lines, int number, int column) {
        if (mode != Mode.CONTENT || !next()) {
            return;
        }
        Map<String, Object> match = new LinkedHashMap<>();
        match.put("path", path);
        match.put("line", number);
        match.put("text", window(lines.line(number), column));
        if (context > 0) {
            List<String> before = range(lines, Math.max(1, number - context), number - 1);
            List<String> after = range(lines, number + 1, Math.min(lines.count(), number + context));
            match.put("before", before);
            match.put("after", after);
            show(path, number - before.size(), before, '-');
            show(path, number, List.of((String) match.get("text")), ':');
            show(path, number + 1, after, '-');
            text.append("--\n");
        } else {
            show(path, number, List.of((String) match.get("text")), ':');
        }
        shown.add(match);
    }

    /** Takes the number of matching lines of a file that was looked through. */
    void file(String path, int count) {
        if (mode == Mode.CONTENT || count == 0 || !next()) {
            return;
        }
        if (mode == Mode.FILES) {
            shown.add(path);
            text.append(path).append('\n');
        } else {
            Map<String, Object> counted = new LinkedHashMap<>();
            counted.put("path", path);
            counted.put("count", count);
            shown.add(counted);
            text.append(path).append(": ").append(count).append('\n');
        }
    }

    void into(Map<String, Object> facts) {
        facts.put(mode.key, shown);
        facts.put("truncated", more);
        if (more) {
            facts.put("nextOffset", offset + shown.size());
        }
    }

    String text() {
        String summary = shown.isEmpty() ? "no matches" : shown.size() + " " + mode.key;
        return text + "[" + summary + (more ? "; there are more: continue with offset=" + (offset + shown.size()) : "")
                + "]";
    }

    private boolean next() {
        seen++;
        if (seen <= offset || more) {
            return false;
        }
        more = shown.size() == limit || text.length() >= MOST_CHARS;
        return !more;
    }

    private void show(String path, int first, List<String> lines, char sign) {
        int number = first;
        for (String line : lines) {
            text.append(path)
                    .append(sign)
                    .append(number++)
                    .append(sign)
                    .append(line)
                    .append('\n');
        }
    }

    private static List<String> range(Lines lines, int from, int to) {
        List<String> range = new ArrayList<>();
        for (int number = from; number <= to; number++) {
            range.add(window(lines.line(number), 0));
        }
        return range;
    }

    /** The part of a long line around a match. */
    private static String window(String line, int column) {
        if (line.length() <= LINE_CHARS) {
            return line;
        }
        int from = Math.max(0, Math.min(column - LINE_CHARS / 4, line.length() - LINE_CHARS));
        from += from > 0 && Character.isLowSurrogate(line.charAt(from)) ? 1 : 0;
        String part = Lines.cut(line.substring(from), LINE_CHARS);
        return (from > 0 ? "…" : "") + part + (from + part.length() < line.length() ? "…" : "");
    }
}
