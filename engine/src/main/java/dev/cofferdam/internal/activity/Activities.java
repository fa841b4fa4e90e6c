package dev.cofferdam.internal.activity;

import dev.cofferdam.internal.tree.OwnDirectory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What goes on in the roots that are open, so that all workspaces of a root know of each other. */
public final class Activities {
    private final Map<Object, RootActivity> roots = new HashMap<>();

    /** Create an empty list; all workspaces that may share a root must share it. */
    public Activities() {}

    /** Return the list of this Java process. */
    public static Activities shared() {
        return Shared.ACTIVITIES;
    }

    /**
     * Take part in a root that other processes do not know.
     *
     * @param root identifies the root, such as its file key
     * @return the activity, to be closed
     */
    public Activity open(Object root) {
        return open(root, Optional.empty());
    }

    /**
     * Take part in a root that other processes may use as well.
     *
     * @param root identifies the root, such as its file key
     * @param own where the lock lies that processes share; without it when it cannot be written
     * @return the activity, to be closed
     */
    public Activity open(Object root, OwnDirectory own) {
        return open(root, Optional.of(own));
    }

    private Activity open(Object root, Optional<OwnDirectory> own) {
        synchronized (roots) {
            RootActivity shared = roots.computeIfAbsent(root, key -> new RootActivity());
            shared.users++;
            return new Activity(shared, own, () -> leave(root));
        }
    }

    private void leave(Object root) {
        synchronized (roots) {
            RootActivity shared = roots.get(root);
            if (shared != null && --shared.users == 0) {
                roots.remove(root);
            }
        }
    }

    /** Return how many roots are open. */
    int size() {
        synchronized (roots) {
            return roots.size();
        }
    }

    private static final class Shared {
        static final Activities ACTIVITIES = new Activities();
    }
}
