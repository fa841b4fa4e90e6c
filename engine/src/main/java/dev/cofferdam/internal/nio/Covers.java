package dev.cofferdam.internal.nio;

import java.nio.file.Path;
import java.util.Set;

/**
 * What running commands are shown through mounts. Whoever replaces, renames or removes one of these from outside takes
 * the mount away with it, and a command reaches what it was kept from.
 */
@FunctionalInterface
public interface Covers {
    /**
     * Return what is covered now.
     *
     * @return absolute paths, with the directories on the way to them
     */
    Set<Path> paths();

    /**
     * Return what covers nothing.
     *
     * @return no paths
     */
    static Covers none() {
        return Set::of;
    }
}
