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

    /** Tell whether commands cannot read what is at a path. */
    boolean hides(Path path) {
        return switch (kind(path)) {
            case EMPTY_DIRECTORY, CLOSED_DIRECTORY, CLOSED_FILE, SEALED -> true;
            case WRITABLE, READ_ONLY, NULL_DEVICE -> false;
        };
    }

    /** Tell whether commands can write at a path, as far as its permissions let them. */
    boolean writes(Path path) {
        return kind(path) == Mount.Kind.WRITABLE;
    }

    /** Tell whether commands cannot read what is at a path, or something below it. */
    boolean hides(Path path, boolean below) {
        return hides(path)
                || (below && mounts.stream().anyMatch(mount -> mount.path().startsWith(path) && hides(mount.path())));
    }

    /** Tell whether commands can write what is at a path, and all below it. */
    boolean isWritable(Path path, boolean below) {
        return writes(path)
                && !(below
                        && mounts.stream().anyMatch(mount -> mount.path().startsWith(path) && !writes(mount.path())));
    }

    /** Return what the last of the narrowest mounts makes of a path. */
    private Mount.Kind kind(Path path) {
        Mount.Kind kind = openFirst ? Mount.Kind.WRITABLE : Mount.Kind.READ_ONLY;
        int depth = -1;
        for (Mount mount : mounts) {
            if (path.startsWith(mount.path()) && mount.path().getNameCount() >= depth) {
                depth = mount.path().getNameCount();
                kind = mount.kind();
            }
        }
        return kind;
    }

    /** Return this plan on top of files that can be written. */
    MountPlan open() {
        return new MountPlan(true, mounts, placeholders, links, covered);
    }
}
