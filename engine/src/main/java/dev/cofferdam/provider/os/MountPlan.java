package dev.cofferdam.provider.os;

import java.nio.file.Path;
import java.util.List;

/**
 * How the files of a command are laid out.
 *
 * @param openFirst whether all files of the host can be written to begin with, instead of none
 * @param mounts the steps that follow, in order
 * @param placeholders what must exist before
 * @param links symbolic links that a command could replace although what they lead to is protected
 * @param covered the protected paths that a program of the host must not replace meanwhile: it would uncover them
 */
record MountPlan(
        boolean openFirst, List<Mount> mounts, List<Placeholder> placeholders, List<Path> links, List<Path> covered) {
    /** Copy the lists. */
    MountPlan {
        mounts = List.copyOf(mounts);
        placeholders = List.copyOf(placeholders);
        links = List.copyOf(links);
        covered = List.copyOf(covered);
    }

    MountPlan(List<Mount> mounts, List<Placeholder> placeholders, List<Path> links, List<Path> covered) {
        this(false, mounts, placeholders, links, covered);
    }

    /** Return this plan on top of files that can be written. */
    MountPlan open() {
        return new MountPlan(true, mounts, placeholders, links, covered);
    }
}
