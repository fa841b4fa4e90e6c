package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.glob.Glob;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One listing (WS-LIST-001 to 006): names are sorted first and looked at one by one, so a small page stays cheap. */
final class Lister {
    /** What an entry costs besides its path, roughly. */
    private static final int ENTRY_BYTES = 64;

    /** What lies deeper is reported as unreadable: each level takes its share of the stack (WS-LIST-006). */
    private static final int MAX_LEVELS = 500;

    private final ListOptions options;
    private final @Nullable Glob glob;
    private final int depth;
    private final @Nullable WorkspacePath after;
    private final int limit;
    private final long maxBytes;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final Closed closed;
    private long bytes;
    private boolean truncated;

    /** Tells which directories must not be looked into. */
    @FunctionalInterface
    interface Closed {
        boolean test(String below) throws IOException;
    }

    /**
     * Create a listing.
     *
     * @param closed tells whether a directory, relative to the listed one, must not be looked into
     */
    Lister(ListOptions options, @Nullable WorkspacePath after, long maxBytes, Closed closed) {
        this.closed = closed;
        this.options = options;
        this.glob = options.glob().map(Glob::compile).orElse(null);
        this.depth = options.depth().orElse(glob != null && glob.crossesDirectories() ? ListOptions.UNLIMITED : 1);
        this.after = after;
        this.limit = options.limit().orElse(Integer.MAX_VALUE);
        this.maxBytes = maxBytes;
    }

    /**
     * List a directory.
     *
     * @param base the workspace path of the directory, as the user named it
     * @param atRoot whether it is the root itself
     */
    Listing list(Dir directory, WorkspacePath base, boolean atRoot) throws IOException {
        String prefix = base.isRoot() ? "" : String.join("/", base.names()) + "/";
        enter(directory, prefix, "", 1, position(base), atRoot);
        return new Listing(entries, truncated, unreadable);
    }

    /** Return the names of the cursor below the listed directory; null when all of it comes after the cursor. */
    private @Nullable List<String> position(WorkspacePath base) {
        if (after == null) {
            return null;
        }
        if (after.startsWith(base)) {
            return after.names().subList(base.names().size(), after.names().size());
        }
        if (after.compareTo(base) < 0) {
            return null;
        }
        return List.of("\uDBFF\uDFFF"); // beyond every name: the whole directory lies before the cursor
    }

    private void enter(
            Dir directory, String prefix, String relative, int level, @Nullable List<String> cursor, boolean atRoot)
            throws IOException {
        // A page looks at the names that it shows only; a whole listing has them all looked at together.
        if (limit == Integer.MAX_VALUE) {
            List<Node> nodes = directory.nodes();
            nodes.sort((a, b) -> Names.compare(a.name(), b.name()));
            for (Node node : nodes) {
                consider(directory, node.name(), node, prefix, relative, level, cursor, atRoot);
            }
            return;
        }
        List<String> names = directory.names();
        names.sort(Names::compare);
        for (String name : names) {
            if (truncated) {
                return;
            }
            consider(directory, name, null, prefix, relative, level, cursor, atRoot);
        }
    }

    private void consider(
            Dir directory,
            String name,
            @Nullable Node known,
            String prefix,
            String relative,
            int level,
            @Nullable List<String> cursor,
            boolean atRoot)
            throws IOException {
        Interrupts.check();
        if (Reserved.isHidden(name, atRoot) || (!options.includeHidden() && name.startsWith("."))) {
            return;
        }
        int order = cursor == null || cursor.isEmpty() ? 1 : Names.compare(name, cursor.get(0));
        if (order < 0) {
            return;
        }
        try {
            Node node = known != null ? known : directory.stat(name);
            one(directory, node, prefix, relative, level, order == 0 ? cursor : null);
        } catch (NoSuchFileException e) {
            // removed since the directory was read
        }
    }

    private void one(Dir directory, Node node, String prefix, String relative, int level, @Nullable List<String> cursor)
            throws IOException {
        String name = node.name();
        String below = relative.isEmpty() ? name : relative + "/" + name;
        if (cursor == null && (glob == null || glob.matches(below))) {
            add(directory, node, prefix + below);
        }
        if (node.isDirectory()
                && level < depth
                && !truncated
                && !options.skipDirs().contains(name)
                && (glob == null || glob.mayMatchBelow(below))) {
            if (level >= MAX_LEVELS || closed.test(below)) {
                unreadable.add(Names.display(prefix + below));
                return;
            }
            List<String> rest = cursor == null ? null : cursor.subList(1, cursor.size());
            try (Dir inner = directory.open(node)) {
                enter(inner, prefix, below, level + 1, rest, false);
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                unreadable.add(Names.display(prefix + below));
            }
        }
    }

    private void add(Dir directory, Node node, String path) throws IOException {
        if (entries.size() >= limit) {
            truncated = true;
            return;
        }
        Optional<String> target = Optional.empty();
        if (node.type() == EntryType.SYMLINK) {
            try {
                target = Optional.of(Names.display(directory.readLink(node)));
            } catch (NoSuchFileException e) {
                return;
            }
        }
        bytes += ENTRY_BYTES + path.length();
        if (bytes > maxBytes) {
            throw WorkspaceException.of(
                    ErrorCode.TOO_LARGE,
                    "the listing is over maxListingBytes (" + maxBytes + "); narrow it with skipDirs, glob or limit");
        }
        entries.add(entry(node, path, target));
    }

    static Entry entry(Node node, String path, Optional<String> target) {
        boolean lossy = Names.isLossy(path);
        return new Entry(
                lossy ? Names.display(path) : path,
                node.type(),
                node.size(),
                node.modified().toInstant(),
                node.mode(),
                target,
                lossy);
    }
}
