package dev.cofferdam.internal.path;

import dev.cofferdam.internal.tree.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * A normalised path below the root of a workspace, as the names from the root.
 *
 * @param names the names, none of them empty, {@code .} or {@code ..}; none for the root
 */
public record WorkspacePath(List<String> names) implements Comparable<WorkspacePath> {
    /** The root itself. */
    public static final WorkspacePath ROOT = new WorkspacePath(List.of());

    /** Copy the names. */
    public WorkspacePath {
        names = List.copyOf(names);
    }

    /** Tell whether this is the root. */
    public boolean isRoot() {
        return names.isEmpty();
    }

    /** Return the last name, {@code ""} for the root. */
    public String name() {
        return names.isEmpty() ? "" : names.get(names.size() - 1);
    }

    /** Return the path without its last name; the root's parent is the root. */
    public WorkspacePath parent() {
        return names.isEmpty() ? this : new WorkspacePath(names.subList(0, names.size() - 1));
    }

    /** Return the path of a name below this one. */
    public WorkspacePath child(String name) {
        List<String> longer = new ArrayList<>(names.size() + 1);
        longer.addAll(names);
        longer.add(name);
        return new WorkspacePath(longer);
    }

    /** Tell whether this is another path or lies below it. */
    public boolean startsWith(WorkspacePath other) {
        return names.size() >= other.names.size()
                && names.subList(0, other.names.size()).equals(other.names);
    }

    /** Compare component by component by the bytes of the names, a directory before its contents (WS-LIST-001). */
    @Override
    public int compareTo(WorkspacePath other) {
        int length = Math.min(names.size(), other.names.size());
        for (int i = 0; i < length; i++) {
            int order = Names.compare(names.get(i), other.names.get(i));
            if (order != 0) {
                return order;
            }
        }
        return names.size() - other.names.size();
    }

    /** Return the path for people and results: relative, with {@code /}, {@code ""} for the root. */
    @Override
    public String toString() {
        return Names.display(String.join("/", names));
    }
}
