package dev.cofferdam.workspace;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a listing shows (WS-LIST-002). Immutable; start from {@link #defaults()}.
 *
 * @param depth how many levels to show, at least 1; empty means 1, or unlimited when the glob holds {@code /} or
 *     {@code **}; {@link Integer#MAX_VALUE} means unlimited
 * @param includeHidden whether names that begin with a dot are shown and entered
 * @param skipDirs names of directories that are shown but not entered
 * @param glob a pattern on the path from the listed directory (WS-LIST-003); only matching entries are shown
 * @param after the path of the last entry of the page before; only later entries are shown
 * @param limit the largest number of entries to show, at least 1; empty means all
 */
public record ListOptions(
        OptionalInt depth,
        boolean includeHidden,
        Set<String> skipDirs,
        Optional<String> glob,
        Optional<String> after,
        OptionalInt limit) {

    /** The largest depth, which means no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final ListOptions DEFAULTS = new ListOptions(
            OptionalInt.empty(),
            false,
            Set.of(".git", "node_modules"),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty());

    /** Check and copy the components. */
    public ListOptions {
        skipDirs = Set.copyOf(skipDirs);
        requirePositive("depth", depth);
        requirePositive("limit", limit);
    }

    private static void requirePositive(String name, OptionalInt value) {
        if (value.isPresent() && value.getAsInt() < 1) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, name + " is " + value.getAsInt() + "; it must be at least 1");
        }
    }

    /**
     * Return the defaults: one level, without hidden names, not entering {@code .git} and {@code node_modules}.
     *
     * @return the defaults
     */
    public static ListOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Return the defaults with unlimited depth.
     *
     * @return options for a whole tree
     */
    public static ListOptions recursive() {
        return DEFAULTS.depth(UNLIMITED);
    }

    /**
     * Return these options with another depth.
     *
     * @param levels how many levels to show, at least 1, {@link #UNLIMITED} for all
     * @return the changed options
     */
    public ListOptions depth(int levels) {
        return new ListOptions(OptionalInt.of(levels), includeHidden, skipDirs, glob, after, limit);
    }

    /**
     * Return these options showing hidden names or not.
     *
     * @param include whether names that begin with a dot are shown and entered
     * @return the changed options
     */
    public ListOptions includeHidden(boolean include) {
        return new ListOptions(depth, include, skipDirs, glob, after, limit);
    }

    /**
     * Return these options with other directories not to enter.
     *
     * @param names names of directories that are shown but not entered
     * @return the changed options
     */
    public ListOptions skipDirs(Set<String> names) {
        return new ListOptions(depth, includeHidden, names, glob, after, limit);
    }

    /**
     * Return these options with a pattern.
     *
     * @param pattern a pattern on the path from the listed directory (WS-LIST-003)
     * @return the changed options
     */
    public ListOptions glob(String pattern) {
        return new ListOptions(depth, includeHidden, skipDirs, Optional.of(pattern), after, limit);
    }

    /**
     * Return these options continuing after an entry.
     *
     * @param path the workspace-relative path of the last entry of the page before
     * @return the changed options
     */
    public ListOptions after(String path) {
        return new ListOptions(depth, includeHidden, skipDirs, glob, Optional.of(path), limit);
    }

    /**
     * Return these options with a largest number of entries.
     *
     * @param entries the largest number of entries to show, at least 1
     * @return the changed options
     */
    public ListOptions limit(int entries) {
        return new ListOptions(depth, includeHidden, skipDirs, glob, after, OptionalInt.of(entries));
    }
}
