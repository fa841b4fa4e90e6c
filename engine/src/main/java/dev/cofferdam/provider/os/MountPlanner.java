package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.FileFacts.Kind;
import dev.cofferdam.provider.os.Rule.Verdict;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns rules into steps. For every path that a rule names it is asked what it is to be in the end, and a step is made
 * where that differs from the path above, parents first: a wide step shows the host's files anew and would undo a
 * narrow one that came before.
 */
final class MountPlanner {
    /** The time that mounts take grows with the square of their number. */
    static final int MOST_MOUNTS = 400;

    private static final Path TOP = Path.of("/");

    private final FileFacts facts;
    private final Set<Path> writable = new TreeSet<>();
    private final Set<Path> kept = new TreeSet<>();
    private final Set<Path> fenced = new TreeSet<>();
    private final Set<Path> inner = new TreeSet<>();
    private final Set<Path> hidden = new TreeSet<>();
    private final Set<Path> opened = new TreeSet<>();
    private final Map<Path, Placeholder> placeholders = new TreeMap<>();
    private final Set<Path> links = new LinkedHashSet<>();

    /** What a path is in the end. */
    private enum State {
        READ_ONLY,
        WRITABLE,
        HIDDEN
    }

    private MountPlanner(FileFacts facts) {
        this.facts = facts;
    }

    /**
     * Make a plan.
     *
     * @param rules the rules
     * @param facts the files they meet
     * @throws WorkspaceException {@code UNAVAILABLE} for a file that a rule cannot hold for, {@code INVALID_ARGUMENT} for
     *     rules that cannot be planned
     */
    static MountPlan plan(List<Rule> rules, FileFacts facts) throws IOException {
        MountPlanner planner = new MountPlanner(facts);
        planner.allow(rules);
        for (Rule rule : rules) {
            switch (rule.verdict()) {
                case HIDE -> planner.hide(rule.path());
                case KEEP -> planner.keep(rule, planner.kept);
                case FENCE -> planner.keep(rule, planner.fenced);
                case INNER -> planner.inner(rule.path());
                case WRITE, READ -> {
                    // Taken in already.
                }
            }
        }
        return planner.steps();
    }

    /**
     * Take in what rules allow. One that leads through a link which a command can replace is left out: the link would
     * lead elsewhere the next time.
     */
    private void allow(List<Rule> rules) throws IOException {
        Map<Rule, Resolution> found = new LinkedHashMap<>();
        Set<Path> candidates = new TreeSet<>();
        for (Rule rule : rules) {
            if (rule.verdict() == Verdict.WRITE || rule.verdict() == Verdict.READ) {
                Resolution resolution = Resolution.of(rule.path(), facts);
                found.put(rule, resolution);
                if (rule.verdict() == Verdict.WRITE) {
                    candidates.add(resolution.real());
                }
            }
        }
        for (Map.Entry<Rule, Resolution> each : found.entrySet()) {
            Path real = each.getValue().real();
            boolean exists = facts.kind(real) == Kind.DIRECTORY || facts.kind(real) == Kind.FILE;
            boolean steered = each.getValue().links().stream().anyMatch(link -> within(link, candidates));
            if (!exists || steered) {
                continue;
            }
            boolean write = each.getKey().verdict() == Verdict.WRITE;
            if (write) {
                requireNarrow(real);
                writable.add(real);
            }
            // Through a link a rule says nothing about what is hidden where the link leads.
            if (each.getValue().links().isEmpty()) {
                opened.add(real);
            }
        }
    }

    private static void requireNarrow(Path path) {
        if (path.getNameCount() == 0 || path.startsWith("/proc") || path.startsWith("/sys")) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the sandbox cannot let commands write in / or the kernel's file systems; name narrower directories");
        }
    }

    private void hide(Path path) throws IOException {
        Path real = Resolution.of(path, facts).real();
        Kind kind = facts.kind(real);
        if (kind == Kind.ABSENT || kind == Kind.UNREACHABLE) {
            return;
        }
        if (real.getNameCount() == 0) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "the sandbox cannot hide all files, as programs are files; hide less");
        }
        requireOneName(real, kind, "hidden from commands");
        hidden.add(real);
    }

    private void inner(Path path) throws IOException {
        // Where a link leads is not what the fence stands around.
        if (Resolution.of(path, facts).real().equals(path)) {
            inner.add(path);
        }
    }

    private void keep(Rule rule, Set<Path> into) throws IOException {
        Resolution resolution = Resolution.of(rule.path(), facts);
        resolution.links().stream().filter(link -> within(link, writable)).forEach(links::add);
        Path real = resolution.real();
        Kind kind = facts.kind(real);
        if (kind == Kind.ABSENT) {
            stand(real, rule.stub());
        } else if (kind != Kind.UNREACHABLE) {
            requireOneName(real, kind, "protected from commands");
            into.add(real);
        }
    }

    /** Another name of the same file would be written or read all the same. */
    private void requireOneName(Path path, Kind kind, String what) throws IOException {
        if (kind == Kind.FILE && facts.names(path) > 1) {
            throw WorkspaceException.of(
                    ErrorCode.UNAVAILABLE,
                    "a file that is to be " + what + " has more than one hard link, and the sandbox holds for names: "
                            + path.getFileName() + "; remove the other names of the file, or the rule");
        }
    }

    /** Have something stand where nothing is, if a command could make it. */
    private void stand(Path missing, Placeholder.Stub stub) {
        Path first = missing;
        Path parent = parent(first);
        while (parent != null && facts.kind(parent) == Kind.ABSENT) {
            first = parent;
            parent = parent(first);
        }
        if (parent == null
                || facts.kind(parent) != Kind.DIRECTORY
                || !within(first, writable)
                || !facts.creatable(parent)) {
            return;
        }
        Placeholder.Stub kind = first.equals(missing) ? stub : Placeholder.Stub.DIRECTORY;
        placeholders.putIfAbsent(first, new Placeholder(first, kind));
        kept.add(first);
    }

    private MountPlan steps() {
        TreeSet<Path> paths = new TreeSet<>(writable);
        paths.addAll(kept);
        paths.addAll(fenced);
        paths.addAll(inner);
        paths.addAll(hidden);
        paths.addAll(opened);
        Map<Path, State> steps = new TreeMap<>();
        for (Path path : paths) {
            State state = state(path);
            Path above = above(path, steps);
            State before = above == null ? State.READ_ONLY : steps.get(above);
            if (state != before) {
                steps.put(path, state);
            }
        }
        // One that is hidden with all around it, or lies where nothing can be written, needs no placeholder.
        placeholders.keySet().removeIf(path -> steps.get(path) != State.READ_ONLY);
        List<Mount> mounts = mounts(steps);
        if (mounts.size() > MOST_MOUNTS) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the rules of the sandbox name " + mounts.size()
                            + " places that differ from what surrounds them, and "
                            + "at most " + MOST_MOUNTS + " are possible: name directories instead of the files in them "
                            + "(denyRead, allowRead, denyWrite, allowWrite)");
        }
        List<Path> covered = steps.entrySet().stream()
                .filter(e -> e.getValue() != State.WRITABLE)
                .map(Map.Entry::getKey)
                .toList();
        return new MountPlan(mounts, List.copyOf(placeholders.values()), List.copyOf(links), covered);
    }

    private List<Mount> mounts(Map<Path, State> steps) {
        Map<Path, Set<Path>> pins = pins(steps);
        List<Mount> mounts = new ArrayList<>();
        List<Mount> seals = new ArrayList<>();
        steps.forEach((path, state) -> {
            switch (state) {
                case WRITABLE -> writable(path, pins.getOrDefault(path, Set.of()), mounts);
                case READ_ONLY -> mounts.add(new Mount(readOnly(path), path));
                case HIDDEN -> hidden(path, steps, mounts, seals);
            }
        });
        mounts.addAll(seals);
        return mounts;
    }

    /**
     * Show a directory to be written. What leads to a covered place in it is pinned: a mount of its own, which makes it
     * impossible to rename or remove, and over it all once more the directory, so that links and renames meet one file
     * system. The directory is there before its pins, as it may lie in something hidden.
     */
    private static void writable(Path path, Set<Path> pins, List<Mount> mounts) {
        mounts.add(new Mount(Mount.Kind.WRITABLE, path));
        if (!pins.isEmpty()) {
            pins.forEach(pin -> mounts.add(new Mount(Mount.Kind.WRITABLE, pin)));
            mounts.add(new Mount(Mount.Kind.WRITABLE, path));
        }
    }

    private Mount.Kind readOnly(Path path) {
        Placeholder placeholder = placeholders.get(path);
        return placeholder != null && placeholder.stub() == Placeholder.Stub.NOTHING
                ? Mount.Kind.NULL_DEVICE
                : Mount.Kind.READ_ONLY;
    }

    private void hidden(Path path, Map<Path, State> steps, List<Mount> mounts, List<Mount> seals) {
        if (facts.kind(path) != Kind.DIRECTORY) {
            mounts.add(new Mount(Mount.Kind.CLOSED_FILE, path));
            return;
        }
        boolean passable = steps.keySet().stream().anyMatch(other -> other.startsWith(path) && !other.equals(path));
        mounts.add(new Mount(passable ? Mount.Kind.EMPTY_DIRECTORY : Mount.Kind.CLOSED_DIRECTORY, path));
        seals.add(new Mount(Mount.Kind.SEALED, path));
    }

    /** Find, for each directory that can be written, what leads from it to the steps right below it. */
    private static Map<Path, Set<Path>> pins(Map<Path, State> steps) {
        Map<Path, Set<Path>> pins = new TreeMap<>();
        for (Path path : steps.keySet()) {
            Path above = above(path, steps);
            if (above == null || steps.get(above) != State.WRITABLE) {
                continue;
            }
            for (Path between = parent(path); between != null && !between.equals(above); between = parent(between)) {
                pins.computeIfAbsent(above, key -> new TreeSet<>()).add(between);
            }
        }
        return pins;
    }

    private State state(Path path) {
        if (isClosed(path, hidden, opened)) {
            return State.HIDDEN;
        }
        boolean open = within(path, writable) && !within(path, kept) && !isClosed(path, fenced, inner);
        return open ? State.WRITABLE : State.READ_ONLY;
    }

    private static @Nullable Path above(Path path, Map<Path, State> steps) {
        for (Path at = parent(path); at != null; at = parent(at)) {
            if (steps.containsKey(at)) {
                return at;
            }
        }
        return null;
    }

    private static @Nullable Path nearest(Path path, Set<Path> among) {
        for (Path at = path; at != null; at = parent(at)) {
            if (among.contains(at)) {
                return at;
            }
        }
        return null;
    }

    /** Tell whether what closes a path is nearer than what opens it. */
    private static boolean isClosed(Path path, Set<Path> closing, Set<Path> opening) {
        Path closed = nearest(path, closing);
        Path open = nearest(path, opening);
        return closed != null && (open == null || open.getNameCount() <= closed.getNameCount());
    }

    private static boolean within(Path path, Set<Path> among) {
        return nearest(path, among) != null;
    }

    private static @Nullable Path parent(Path path) {
        return path.equals(TOP) ? null : path.getParent();
    }
}
