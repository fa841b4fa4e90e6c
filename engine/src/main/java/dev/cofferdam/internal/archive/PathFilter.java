package dev.cofferdam.internal.archive;

/** Decides what of a tree is left out. */
@FunctionalInterface
public interface PathFilter {
    /** Leaves out nothing. */
    PathFilter NOTHING = (path, name) -> false;

    /**
     * Tell whether a path is left out with all that is below; nothing above it is.
     *
     * @param path the path from the root of the tree, bytes that are not UTF-8 escaped
     * @param name its last name
     */
    boolean leavesOut(String path, String name);

    /**
     * Tell whether all that is below a directory is left out while the directory itself is not, so that it need not be
     * read (WS-SNAP-004).
     *
     * @param path the path of the directory from the root of the tree
     */
    default boolean leavesOutContents(String path) {
        return false;
    }
}
