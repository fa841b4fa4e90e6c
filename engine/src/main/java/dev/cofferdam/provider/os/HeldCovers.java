package dev.cofferdam.provider.os;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What the running commands of this Java process have covered by mounts. Safe for use by several threads. */
final class HeldCovers {
    private final Map<String, List<Path>> held = new ConcurrentHashMap<>();

    void hold(String holder, List<Path> covered) {
        held.put(holder, List.copyOf(covered));
    }

    void release(String holder) {
        held.remove(holder);
    }

    /** Return what is covered below a root, with the directories on the way. */
    Set<Path> below(Path root) {
        Set<Path> below = new TreeSet<>();
        for (List<Path> covered : held.values()) {
            for (Path path : covered) {
                for (Path at = path; at != null && at.startsWith(root) && !at.equals(root); at = at.getParent()) {
                    below.add(at);
                }
            }
        }
        return below;
    }
}
