package dev.cofferdam.internal.path;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the paths that users write into {@link WorkspacePath}s, without touching anything. */
public final class PathParser {
    private static final int MAX_PATH_BYTES = 3_000;
    private static final int MAX_NAME_BYTES = 255;

    private final Set<List<String>> roots = new LinkedHashSet<>();

    /**
     * Create a parser for a root.
     *
     * @param spellings the absolute paths under which the root is known: as given, resolved, and as commands see it
     */
    public PathParser(List<String> spellings) {
        for (String spelling : spellings) {
            roots.add(absolute(List.of(spelling.split("/", -1))));
        }
    }

    /** Parse a path that a user wrote; the workspace's own directory is refused (WS-PATH-009). */
    public WorkspacePath parse(String path) {
        requireValid(path);
        WorkspacePath parsed = path.startsWith("/") ? insideRoot(path) : relative(path);
        requireNotOwn(parsed, path);
        return parsed;
    }

    /** Fail for the workspace's own directory and its temporary files, however they were reached (WS-PATH-009). */
    public static void requireNotOwn(WorkspacePath real, String asked) {
        if (real.isRoot()) {
            return;
        }
        if (Reserved.isOwn(real.names().get(0)) || Reserved.isTemporary(real.name())) {
            throw WorkspaceException.at(
                    ErrorCode.OUTSIDE_ROOT, asked, "belongs to the workspace itself; choose another name");
        }
    }

    /** Return the path below the root that an absolute path spells, or {@code null} when it is not below the root. */
    public @Nullable WorkspacePath belowRoot(List<String> absolute) {
        for (List<String> root : roots) {
            if (absolute.size() >= root.size()
                    && absolute.subList(0, root.size()).equals(root)) {
                return new WorkspacePath(absolute.subList(root.size(), absolute.size()));
            }
        }
        return null;
    }

    private WorkspacePath insideRoot(String path) {
        List<String> normal = absolute(List.of(path.split("/", -1)));
        WorkspacePath inside = belowRoot(normal);
        if (inside == null) {
            throw outside(path);
        }
        return inside;
    }

    private static WorkspacePath relative(String path) {
        if (isPlain(path)) {
            return new WorkspacePath(List.of(path));
        }
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                if (names.isEmpty()) {
                    throw outside(path);
                }
                names.remove(names.size() - 1);
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return new WorkspacePath(names);
    }

    private static boolean isPlain(String path) {
        return !path.isEmpty() && path.charAt(0) != '.' && path.indexOf('/') < 0;
    }

    /** Normalise the components of an absolute path; {@code ..} at the top stays at the top, as in the kernel. */
    public static List<String> absolute(List<String> components) {
        List<String> names = new ArrayList<>();
        for (String name : components) {
            if (name.equals("..")) {
                if (!names.isEmpty()) {
                    names.remove(names.size() - 1);
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return List.copyOf(names);
    }

    private static WorkspaceException outside(String path) {
        return WorkspaceException.at(
                ErrorCode.OUTSIDE_ROOT, path, "leads out of the workspace's root; use a path inside it");
    }

    /** Fail with {@code INVALID_PATH} for what no file system of a sandbox could hold (WS-PATH-006). */
    private static void requireValid(String path) {
        int length = path.length();
        boolean ascii = true;
        int nameLength = 0;
        int longestName = 0;
        for (int i = 0; i < length; i++) {
            char c = path.charAt(i);
            if (c == '\0') {
                throw invalid(path, "holds a NUL");
            }
            ascii &= c < 0x80;
            nameLength = c == '/' ? 0 : nameLength + 1;
            longestName = Math.max(longestName, nameLength);
        }
        if (!ascii) {
            if (!Names.isEncodable(path)) {
                throw invalid(path, "holds an unpaired surrogate, which UTF-8 cannot encode");
            }
            length = path.getBytes(StandardCharsets.UTF_8).length;
            longestName = 0;
            for (String name : path.split("/", -1)) {
                longestName = Math.max(longestName, name.getBytes(StandardCharsets.UTF_8).length);
            }
        }
        if (longestName > MAX_NAME_BYTES) {
            throw invalid(
                    path, "has a component of " + longestName + " bytes; at most " + MAX_NAME_BYTES + " are allowed");
        }
        if (length > MAX_PATH_BYTES) {
            throw invalid(path, "is " + length + " bytes long; at most " + MAX_PATH_BYTES + " are allowed");
        }
    }

    private static WorkspaceException invalid(String path, String why) {
        return WorkspaceException.at(ErrorCode.INVALID_PATH, path, why);
    }
}
