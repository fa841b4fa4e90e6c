package dev.cofferdam.mcp.workspace;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts in the unified format, line by line. */
final class UnifiedDiff {
    private static final int CONTEXT = 3;
    /** Above so many differing lines the shortest script costs too much, and one block is shown instead. */
    private static final int MOST_EDITS = 1_000;

    private final List<String> before;
    private final List<String> after;

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    static String of(String path, String before, String after) {
        UnifiedDiff diff =
                new UnifiedDiff(Lines.of(before).all(), Lines.of(after).all());
        StringBuilder out = new StringBuilder("--- a/" + path + "\n+++ b/" + path + "\n");
        diff.hunks(diff.changes(), out);
        return out.toString();
    }

    /** A run of lines that are replaced by others; all numbers count from zero. */
    private record Change(int from, int to, int newFrom, int newTo) {}

    private List<Change> changes() {
        int prefix = 0;
        int most = Math.min(before.size(), after.size());
        while (prefix < most && before.get(prefix).equals(after.get(prefix))) {
            prefix++;
        }
        int suffix = 0;
        while (suffix < most - prefix
                && before.get(before.size() - 1 - suffix).equals(after.get(after.size() - 1 - suffix))) {
            suffix++;
        }
        int end = before.size() - suffix;
        int newEnd = after.size() - suffix;
        if (prefix == end && prefix == newEnd) {
            return List.of(); // the texts differ in line ends only, or not at all
        }
        return shortest(prefix, end, newEnd);
    }

    /** Myers' greedy algorithm: furthest reaching paths by number of edits, walked back at the end. */
    private List<Change> shortest(int start, int end, int newEnd) {
        int n = end - start;
        int m = newEnd - start;
        int most = Math.min(n + m, MOST_EDITS);
        List<int[]> trace = new ArrayList<>();
        int[] reach = new int[2 * most + 3];
        for (int d = 0; d <= most; d++) {
            trace.add(reach.clone());
            for (int k = -d; k <= d; k += 2) {
                boolean down = k == -d || (k != d && reach[most + k] < reach[most + k + 2]);
                int x = down ? reach[most + k + 2] : reach[most + k] + 1;
                int y = x - k;
                while (x < n && y < m && before.get(start + x).equals(after.get(start + y))) {
                    x++;
                    y++;
                }
                reach[most + k + 1] = x;
                if (x >= n && y >= m) {
                    return walkBack(trace, start, n, m, most);
                }
            }
        }
        return List.of(new Change(start, end, start, newEnd));
    }

    private static List<Change> walkBack(List<int[]> trace, int start, int n, int m, int most) {
        List<Change> changes = new ArrayList<>();
        int x = n;
        int y = m;
        for (int d = trace.size() - 1; d > 0; d--) {
            int[] reach = trace.get(d);
            int k = x - y;
            boolean down = k == -d || (k != d && reach[most + k] < reach[most + k + 2]);
            int fromK = down ? k + 1 : k - 1;
            int fromX = reach[most + fromK + 1];
            int fromY = fromX - fromK;
            int toX = down ? fromX : fromX + 1;
            int toY = down ? fromY + 1 : fromY;
            prepend(changes, new Change(start + fromX, start + toX, start + fromY, start + toY));
            x = fromX;
            y = fromY;
        }
        return changes;
    }

    /** Joins steps that touch, so that replaced lines are shown together. */
    private static void prepend(List<Change> changes, Change step) {
        Change first = changes.isEmpty() ? null : changes.get(0);
        if (first != null && first.from() == step.to() && first.newFrom() == step.newTo()) {
            changes.set(0, new Change(step.from(), first.to(), step.newFrom(), first.newTo()));
        } else {
            changes.add(0, step);
        }
    }

    private void hunks(List<Change> changes, StringBuilder out) {
        for (int i = 0; i < changes.size(); ) {
            int last = i;
            while (last + 1 < changes.size()
                    && changes.get(last + 1).from() - changes.get(last).to() <= 2 * CONTEXT) {
                last++;
            }
            hunk(changes.subList(i, last + 1), out);
            i = last + 1;
        }
    }

    private void hunk(List<Change> changes, StringBuilder out) {
        Change first = changes.get(0);
        Change last = changes.get(changes.size() - 1);
        int lead = Math.min(CONTEXT, first.from());
        int trail = Math.min(CONTEXT, before.size() - last.to());
        int from = first.from() - lead;
        int to = last.to() + trail;
        int newFrom = first.newFrom() - lead;
        int newTo = last.newTo() + trail;
        out.append("@@ -%s +%s @@\n".formatted(range(from, to), range(newFrom, newTo)));
        int at = from;
        for (Change change : changes) {
            lines(out, ' ', before, at, change.from());
            lines(out, '-', before, change.from(), change.to());
            lines(out, '+', after, change.newFrom(), change.newTo());
            at = change.to();
        }
        lines(out, ' ', before, at, to);
    }

    private static String range(int from, int to) {
        int start = from == to ? from : from + 1;
        return start + "," + (to - from);
    }

    private static void lines(StringBuilder out, char sign, List<String> lines, int from, int to) {
        for (String line : lines.subList(from, to)) {
            out.append(sign).append(line).append('\n');
        }
    }
}
