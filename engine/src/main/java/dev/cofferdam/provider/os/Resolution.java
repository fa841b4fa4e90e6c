package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Where a path leads.
 *
 * @param real the path without links; a tail that is missing stays as it is
 * @param links the links on the way, each at its own real place
 */
record Resolution(Path real, List<Path> links) {
    private static final int MOST_LINKS = 40;

    /** Follow a path as the kernel does. */
    static Resolution of(Path path, FileFacts facts) throws IOException {
        Deque<Path> rest = new ArrayDeque<>();
        path.forEach(rest::add);
        List<Path> links = new ArrayList<>();
        Path at = Path.of("/");
        while (!rest.isEmpty()) {
            String name = rest.pop().toString();
            if (name.isEmpty() || name.equals(".")) {
                continue;
            }
            if (name.equals("..")) {
                at = at.getParent() == null ? at : at.getParent();
                continue;
            }
            Path next = at.resolve(name);
            if (facts.kind(next) != FileFacts.Kind.SYMLINK) {
                at = next;
                continue;
            }
            links.add(next);
            if (links.size() > MOST_LINKS) {
                throw WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT, "a path of the sandbox's policy leads through a loop of links");
            }
            Path target = facts.target(next);
            List<Path> names = new ArrayList<>();
            target.forEach(names::add);
            for (int i = names.size() - 1; i >= 0; i--) {
                rest.push(names.get(i));
            }
            at = target.isAbsolute() ? Path.of("/") : at;
        }
        return new Resolution(at, List.copyOf(links));
    }
}
