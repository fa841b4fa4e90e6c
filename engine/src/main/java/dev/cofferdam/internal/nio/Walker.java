package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.path.PathParser;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.spi.FileGuard;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows paths name by name from the open root, links included, and never leaves it (WS-PATH-003 to 005, 008). A link
 * that goes out and comes back in is followed by its text alone while it is outside.
 */
final class Walker {
    /** As many links as Linux follows in one path. */
    private static final int MAX_LINKS = 40;

    /** How many parents there must be before one step with its proof is cheaper than a walk. */
    private static final int WORTH_A_STEP = 2;

    private final Dir root;
    private final PathParser parser;
    private final List<String> rootPath;
    private final Covers covers;
    private final Optional<FileGuard> guard;

    /**
     * Create a walker.
     *
     * @param rootPath the real absolute path of the root, as names
     * @param covers what must stay in place while commands run
     * @param guard keeps operations from single files
     */
    Walker(Dir root, PathParser parser, List<String> rootPath, Covers covers, Optional<FileGuard> guard) {
        this.root = root;
        this.parser = parser;
        this.rootPath = rootPath;
        this.covers = covers;
        this.guard = guard;
    }

    /** Refuse what the policy of the sandbox keeps from file operations as it does from commands. */
    void require(FileGuard.Use use, Place place) throws IOException {
        if (guard.isPresent() && !guard.get().allows(use, host(place.real()))) {
            boolean reading = use == FileGuard.Use.READ || use == FileGuard.Use.READ_ALL;
            throw WorkspaceException.at(
                    ErrorCode.ACCESS_DENIED,
                    place.asked(),
                    (reading ? "is hidden by the policy of the sandbox" : "is protected by the policy of the sandbox")
                            + ", or holds something that is: what its commands must not "
                            + (reading ? "read" : "write") + ", file operations do not either");
        }
    }

    /** Refuse to tell about what lies in a hidden directory. */
    void requireVisible(Place place) throws IOException {
        if (guard.isPresent() && !place.isRoot() && isClosed(place.real().parent())) {
            throw WorkspaceException.at(
                    ErrorCode.ACCESS_DENIED, place.asked(), "lies in what is hidden by the policy of the sandbox");
        }
    }

    /** Tell whether a directory must not be looked into. */
    boolean isClosed(WorkspacePath directory) throws IOException {
        return guard.isPresent() && !guard.get().allows(FileGuard.Use.READ, host(directory));
    }

    /** Return the path on this host, where the mounted root is one of the default file system. */
    private Path host(WorkspacePath path) {
        Path host = Path.of("/");
        for (List<String> names : List.of(rootPath, path.names())) {
            for (String name : names) {
                host = host.resolve(Names.toPath(FileSystems.getDefault(), name));
            }
        }
        return host;
    }

    /** Refuse to replace, rename or remove what protects a path from a running command. */
    void requireUncovered(Place place) throws IOException {
        Node node = place.nodeOrNull();
        if (node == null || node.key() == null) {
            return;
        }
        for (Path path : covers.paths()) {
            try {
                Object key = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .fileKey();
                if (node.key().equals(key)) {
                    throw WorkspaceException.at(
                            ErrorCode.BUSY,
                            place.asked(),
                            "is protected from a command that is running, and replacing it would uncover it; end the"
                                    + " command, or wait for its end");
                }
            } catch (NoSuchFileException e) {
                // Gone already, so it is not what is there.
            }
        }
    }

    Dir root() {
        return root;
    }

    /**
     * Find where a path leads, links followed, when the way does not matter: {@link Place#real()} may be the path as it
     * was asked for.
     */
    Place reach(WorkspacePath path, String asked) throws IOException {
        Place found = path.isRoot() ? null : inOneStep(path, asked, true);
        if (found != null) {
            return found;
        }
        int parents = path.names().size() - 1;
        // The step does not tell of links on the way, of which a guard has to know.
        if (parents >= WORTH_A_STEP && guard.isEmpty()) {
            Dir parent = root.openBelow(path.names().subList(0, parents));
            if (parent != null) {
                Place place = within(parent, path, asked);
                if (place != null) {
                    return place;
                }
            }
        }
        return walk(path, asked, true);
    }

    /** Read, in one step, a file to which a path without links leads; null when it has to be done in several. */
    byte @Nullable [] fetch(WorkspacePath path, String asked, long most) throws IOException {
        if (path.isRoot() || guard.isPresent()) {
            return null;
        }
        PathParser.requireNotOwn(path, asked);
        return root.fetch(path.names(), most);
    }

    /**
     * Write, in one step, a file to which a path without links leads; false when it has to be done in several.
     */
    boolean replace(WorkspacePath path, String asked, byte[] content, Dir.Replacing replacing) throws IOException {
        // What must not be written, or stays in place while commands run, is found by a look at what is there.
        if (path.isRoot() || guard.isPresent() || !covers.paths().isEmpty()) {
            return false;
        }
        PathParser.requireNotOwn(path, asked);
        try {
            return root.replace(path.names(), replacing, content);
        } catch (IOException | RuntimeException e) {
            discard(path.names().subList(0, path.names().size() - 1), replacing.temporary(), e);
            throw e;
        }
    }

    private void discard(List<String> parents, String temporary, Throwable failure) {
        try (Dir parent = root.enter(parents)) {
            if (parent != null) {
                FileWriter.discard(parent, temporary, failure);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Open, in one step, a directory to which a path without links leads; null when it has to be done in several. */
    @Nullable
    Dir enter(WorkspacePath path, String asked) throws IOException {
        PathParser.requireNotOwn(path, asked);
        return guard.isPresent() ? null : root.enter(path.names());
    }

    private static @Nullable Place within(Dir parent, WorkspacePath path, String asked) throws IOException {
        boolean kept = false;
        try {
            Node node;
            try {
                node = parent.look(path.name());
            } catch (NoSuchFileException e) {
                node = null;
            }
            if (node != null && node.type() == EntryType.SYMLINK) {
                return null;
            }
            PathParser.requireNotOwn(path, asked);
            kept = true;
            return new Place(asked, path, parent, List.of(), node, new ArrayList<>(List.of(parent)));
        } finally {
            if (!kept) {
                parent.close();
            }
        }
    }

    /** Find where a path leads; a final link is followed or taken itself. */
    Place locate(WorkspacePath path, String asked, boolean followFinal) throws IOException {
        Place found = path.isRoot() ? null : inOneStep(path, asked, followFinal);
        return found != null ? found : walk(path, asked, followFinal);
    }

    private @Nullable Place inOneStep(WorkspacePath path, String asked, boolean followFinal) throws IOException {
        Dir.Found found = root.locate(path.names());
        if (found == null) {
            return null;
        }
        Node node = found.node();
        boolean kept = false;
        try {
            if (followFinal && node != null && node.type() == EntryType.SYMLINK) {
                return null;
            }
            PathParser.requireNotOwn(path, asked);
            kept = true;
            return new Place(asked, path, found.parent(), List.of(), node, new ArrayList<>(List.of(found.parent())));
        } finally {
            if (!kept) {
                found.parent().close();
            }
        }
    }

    private Place walk(WorkspacePath path, String asked, boolean followFinal) throws IOException {
        Walk walk = new Walk(path, asked, followFinal);
        try {
            return walk.go();
        } catch (IOException | RuntimeException e) {
            for (Dir dir : walk.held) {
                dir.close();
            }
            throw e;
        }
    }

    /** One walk; its directories are closed by the place that it finds. */
    private final class Walk {
        private final String asked;
        private final boolean followFinal;
        private final Deque<String> pending;
        private final List<Dir> held = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();
        private @Nullable List<String> outside;
        private int links;

        Walk(WorkspacePath path, String asked, boolean followFinal) {
            this.asked = asked;
            this.followFinal = followFinal;
            this.pending = new ArrayDeque<>(path.names());
        }

        Place go() throws IOException {
            while (!pending.isEmpty()) {
                String name = pending.removeFirst();
                if (outside != null) {
                    stepOutside(outside, name);
                } else if (name.equals("..")) {
                    stepUp();
                } else if (!missing.isEmpty()) {
                    missing.add(name);
                } else {
                    Place found = stepDown(name);
                    if (found != null) {
                        return found;
                    }
                }
            }
            if (outside != null) {
                throw leadsOut();
            }
            return here();
        }

        private void stepOutside(List<String> position, String name) {
            if (name.equals("..")) {
                if (!position.isEmpty()) {
                    position.remove(position.size() - 1);
                }
            } else {
                position.add(name);
            }
            enterIfRoot(position);
        }

        private void enterIfRoot(List<String> position) {
            WorkspacePath below = parser.belowRoot(position);
            outside = below != null && below.isRoot() ? null : position;
        }

        private void stepUp() throws IOException {
            if (!missing.isEmpty()) {
                missing.remove(missing.size() - 1);
            } else if (names.isEmpty()) {
                enterIfRoot(new ArrayList<>(rootPath.subList(0, Math.max(0, rootPath.size() - 1))));
            } else {
                names.remove(names.size() - 1);
                held.remove(held.size() - 1).close();
            }
        }

        private @Nullable Place stepDown(String name) throws IOException {
            Dir current = current();
            boolean last = pending.isEmpty();
            Node node;
            try {
                node = current.look(name);
            } catch (NoSuchFileException e) {
                if (last) {
                    return place(current, name, null);
                }
                missing.add(name);
                return null;
            }
            if (node.type() == EntryType.SYMLINK && (!last || followFinal)) {
                follow(current, node);
                return null;
            }
            if (last) {
                return place(current, name, node);
            }
            if (!node.isDirectory()) {
                throw WorkspaceException.at(
                        ErrorCode.NOT_A_DIRECTORY, asked, "leads through something that is not a directory");
            }
            held.add(current.open(node));
            names.add(name);
            return null;
        }

        private void follow(Dir current, Node link) throws IOException {
            links++;
            if (links > MAX_LINKS) {
                throw WorkspaceException.at(
                        ErrorCode.IO, asked, "is a loop of symbolic links, or leads through more than " + MAX_LINKS);
            }
            String target = current.readLink(link);
            String[] parts = target.split("/", -1);
            for (int i = parts.length - 1; i >= 0; i--) {
                if (!parts[i].isEmpty() && !parts[i].equals(".")) {
                    pending.addFirst(parts[i]);
                }
            }
            if (target.startsWith("/")) {
                for (Dir dir : held) {
                    dir.close();
                }
                held.clear();
                names.clear();
                enterIfRoot(new ArrayList<>());
            }
        }

        /** The path ended in a directory that is open already, or in a missing tail. */
        private Place here() throws IOException {
            if (!missing.isEmpty()) {
                return place(current(), missing.remove(missing.size() - 1), null);
            }
            if (names.isEmpty()) {
                return new Place(asked, WorkspacePath.ROOT, root, List.of(), root.self(), held);
            }
            String name = names.remove(names.size() - 1);
            held.remove(held.size() - 1).close();
            return place(current(), name, current().look(name));
        }

        private Place place(Dir parent, String name, @Nullable Node node) {
            List<String> real = new ArrayList<>(names);
            real.addAll(missing);
            real.add(name);
            WorkspacePath path = new WorkspacePath(real);
            PathParser.requireNotOwn(path, asked);
            return new Place(asked, path, parent, List.copyOf(missing), node, held);
        }

        private Dir current() {
            return held.isEmpty() ? root : held.get(held.size() - 1);
        }

        private WorkspaceException leadsOut() {
            return WorkspaceException.at(
                    ErrorCode.OUTSIDE_ROOT, asked, "leads out of the workspace's root through a symbolic link");
        }
    }
}
