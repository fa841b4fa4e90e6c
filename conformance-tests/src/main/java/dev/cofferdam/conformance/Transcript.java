package dev.cofferdam.conformance;

import java.util.ArrayList;
import java.util.List;

/** What a check did, line by line, up to a limit. Safe for use by several threads. */
final class Transcript {
    private static final int MOST = 300;

    private final List<String> lines = new ArrayList<>();
    private int more;

    synchronized void add(String line) {
        if (lines.size() < MOST) {
            lines.add(line);
        } else {
            more++;
        }
    }

    synchronized List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (more > 0) {
            all.add("… and " + more + " more");
        }
        return List.copyOf(all);
    }
}
