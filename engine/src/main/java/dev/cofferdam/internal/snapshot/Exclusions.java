package dev.cofferdam.internal.snapshot;

import dev.cofferdam.internal.archive.PathFilter;
import dev.cofferdam.internal.glob.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a snapshot leaves out: the defaults, and the globs it was given (WS-SNAP-001). */
final class Exclusions implements PathFilter {
    private static final Set<String> ALWAYS = Set.of("node_modules", ".git");
    private static final String CONTENTS = "/**";

    /** Paths that are left out with all below. */
    private final List<Glob> paths = new ArrayList<>();

    /** Directories whose contents are left out, while they themselves stay. */
    private final List<Glob> holders = new ArrayList<>();

    /**
     * Compile globs.
     *
     * @throws dev.cofferdam.workspace.WorkspaceException {@code INVALID_ARGUMENT} for a bad glob
     */
    Exclusions(List<String> globs) {
        for (String glob : globs) {
            Glob whole = Glob.compile(glob.length() > 1 && glob.endsWith("/") ? withoutEnd(glob, "/") : glob);
            if (glob.endsWith(CONTENTS) && glob.length() > CONTENTS.length()) {
                holders.add(Glob.compile(withoutEnd(glob, CONTENTS)));
            } else {
                paths.add(whole);
            }
        }
    }

    private static String withoutEnd(String text, String end) {
        return text.substring(0, text.length() - end.length());
    }

    @Override
    public boolean leavesOut(String path, String name) {
        if (ALWAYS.contains(name)) {
            return true;
        }
        for (Glob glob : paths) {
            if (glob.matches(path)) {
                return true;
            }
        }
        int slash = path.lastIndexOf('/');
        return slash > 0 && leavesOutContents(path.substring(0, slash));
    }

    @Override
    public boolean leavesOutContents(String path) {
        for (Glob glob : holders) {
            if (glob.matches(path)) {
                return true;
            }
        }
        return false;
    }
}
