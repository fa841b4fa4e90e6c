package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.FileFacts.Kind;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out whether a directory can be the root of a workspace whose commands write there: not one that is protected in
 * the project or the home around it.
 */
final class GuardedRoot {
    private static final Set<String> NAMES = Set.of(".git", ".vscode", ".idea", ".cofferdam");
    private static final Set<String> OF_GIT =
            Set.of("hooks", "info", "logs", "modules", "objects", "refs", "worktrees");

    private final Path home;
    private final FileFacts facts;

    GuardedRoot(Path home, FileFacts facts) {
        this.home = home;
        this.facts = facts;
    }

    /** Return the protected directory that a root is or lies in. */
    Optional<Path> around(Path root) {
        for (Path at = root; at != null && at.getFileName() != null; at = at.getParent()) {
            if (isProtected(at, root)) {
                return Optional.of(at);
            }
        }
        return HomePaths.closedToRoots(home).stream().filter(root::startsWith).findFirst();
    }

    /** Agents keep whole worktrees in their directories as well, which are good roots. */
    private boolean isProtected(Path at, Path root) {
        String name = String.valueOf(at.getFileName());
        Path above = at.getParent();
        boolean agent = name.equals(".claude") && at.equals(root);
        return agent
                || NAMES.contains(name)
                || ProtectedPaths.isOfAgent(at)
                || (OF_GIT.contains(name) && above != null && isGit(above));
    }

    /** A repository without files beside it goes by any name; its linked worktrees may lie in it, and are good roots. */
    private boolean isGit(Path directory) {
        return facts.kind(directory.resolve("HEAD")) == Kind.FILE
                && facts.kind(directory.resolve("objects")) == Kind.DIRECTORY
                && facts.kind(directory.resolve("refs")) == Kind.DIRECTORY;
    }

    /** Return the refusal of a root. */
    static WorkspaceException refusal(Path around) {
        return WorkspaceException.of(
                ErrorCode.INVALID_ARGUMENT,
                "the root is or lies in a directory that commands must not write, as programs outside of the sandbox run or"
                        + " follow what is in it (" + around.getFileName()
                        + "); give the root of the project, or choose another provider");
    }
}
