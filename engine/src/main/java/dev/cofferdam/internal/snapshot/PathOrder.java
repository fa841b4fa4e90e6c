package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.tree.Names;
import java.util.List;

/** Puts paths in the order of listings, for results. */
final class PathOrder {
    private PathOrder() {}

    static List<String> shown(List<String> paths) {
        return paths.stream()
                // No name holds a NUL, and nothing comes before it: a directory's contents follow it at once.
                .sorted((a, b) -> Names.compare(a.replace('/', '\0'), b.replace('/', '\0')))
                .map(Names::display)
                .toList();
    }
}
