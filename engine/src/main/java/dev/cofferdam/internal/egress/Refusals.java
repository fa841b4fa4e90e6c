package dev.cofferdam.internal.egress;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What one proxy refused: each refusal once, and no more than a command can be told. */
final class Refusals {
    static final int MAX = 100;

    private final Set<Refusal> seen = new LinkedHashSet<>();

    synchronized void add(Refusal refusal) {
        if (seen.size() < MAX) {
            seen.add(refusal);
        }
    }

    synchronized List<Refusal> list() {
        return List.copyOf(seen);
    }
}
