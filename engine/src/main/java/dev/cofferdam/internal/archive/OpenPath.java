package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/** The directories from a root to where one is, all of them open; moving on opens and closes as few as can be. */
public final class OpenPath implements Closeable {
    /** Is told when a directory is left, with the directory that holds it still open. */
    @FunctionalInterface
    public interface Leaving {
        /** Do what is done last in a directory. */
        void leave(Dir parent, String path, String name) throws IOException;
    }

    private record Step(String path, String name, Dir dir) {
        boolean holds(String other) {
            return other.startsWith(path) && (other.length() == path.length() || other.charAt(path.length()) == '/');
        }
    }

    private static final int NEVER = -1;

    private final Dir root;
    private final Leaving leaving;
    private final List<Step> steps = new ArrayList<>();

    /**
     * Begin at a root.
     *
     * @param root the root, closed by the caller
     * @param leaving is told of each directory that is left, but not by {@link #close()}
     */
    public OpenPath(Dir root, Leaving leaving) {
        this.root = root;
        this.leaving = leaving;
    }

    /**
     * Return the open directory that holds a path, whose parents all exist.
     *
     * @param path a path in its plain form
     */
    public Dir parentOf(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        return directory(slash < 0 ? "" : path.substring(0, slash));
    }

    /** Return the open directory that holds a path, making parents with a mode where they are missing. */
    Dir parentOfMaking(String path, int mode) throws IOException {
        int slash = path.lastIndexOf('/');
        return go(slash < 0 ? "" : path.substring(0, slash), mode);
    }

    /**
     * Go to a directory and return it, open.
     *
     * @param directory a path in its plain form, {@code ""} for the root
     */
    public Dir directory(String directory) throws IOException {
        return go(directory, NEVER);
    }

    private Dir go(String directory, int mode) throws IOException {
        while (!steps.isEmpty() && !last().holds(directory)) {
            leaveLast();
        }
        int done = steps.isEmpty() ? 0 : last().path().length() + 1;
        while (done < directory.length()) {
            int slash = directory.indexOf('/', done);
            int end = slash < 0 ? directory.length() : slash;
            String name = directory.substring(done, end);
            steps.add(new Step(directory.substring(0, end), name, open(current(), name, mode)));
            done = end + 1;
        }
        return current();
    }

    private static Dir open(Dir parent, String name, int mode) throws IOException {
        try {
            return parent.open(name);
        } catch (NoSuchFileException e) {
            if (mode == NEVER) {
                throw e;
            }
            parent.mkdir(name, mode);
            return parent.open(name);
        }
    }

    /** Leave all directories that are open. */
    public void leaveAll() throws IOException {
        while (!steps.isEmpty()) {
            leaveLast();
        }
    }

    private void leaveLast() throws IOException {
        Step step = steps.remove(steps.size() - 1);
        step.dir().close();
        leaving.leave(current(), step.path(), step.name());
    }

    private Step last() {
        return steps.get(steps.size() - 1);
    }

    private Dir current() {
        return steps.isEmpty() ? root : last().dir();
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (int i = steps.size() - 1; i >= 0; i--) {
            try {
                steps.get(i).dir().close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        steps.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
