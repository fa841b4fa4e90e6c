package dev.cofferdam.mcp.cli;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Isolation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of the command line that says where a workspace lies. */
final class RootChoice {
    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "The workspace's root; without it a fresh one is made and removed at the end.")
    @Nullable
    String root;

    /**
     * Says where the workspace lies. A desktop application starts servers in {@code /}, where {@code --root .} would hand
     * over the whole machine, so the file system's root must be spelled out.
     */
    void apply(SandboxProvider provider, WorkspaceBuilder builder) {
        if (root == null) {
            return;
        }
        boolean open = provider.isolation() == Isolation.NONE;
        boolean spelled = open && root.equals("/");
        if ((open || isOnThisMachine(provider)) && !spelled && isFileSystemRoot(root)) {
            throw new UsageException("--root " + root + " is the root of the file system here; give another directory"
                    + (open ? ", or `--root /` if that is meant" : ""));
        }
        builder.root(root);
        if (isOnThisMachine(provider)) {
            builder.createRoot(false);
        }
    }

    /** Refuse a directory of this machine that is not there: made in silence, a mistyped one would be an empty project. */
    void requirePresent(SandboxProvider provider) {
        if (root != null && isOnThisMachine(provider) && !Files.exists(path(root))) {
            throw new UsageException("NOT_FOUND: --root " + root + " does not exist; create the directory (mkdir -p),"
                    + " or leave --root out for a fresh one");
        }
    }

    private static boolean isOnThisMachine(SandboxProvider provider) {
        return provider.isolation() == Isolation.OS || provider.name().equals("local");
    }

    private static boolean isFileSystemRoot(String directory) {
        return path(directory).toAbsolutePath().normalize().getNameCount() == 0;
    }

    private static Path path(String directory) {
        try {
            return Path.of(directory);
        } catch (InvalidPathException e) {
            throw new UsageException("--root " + directory + " is no path: " + e.getReason());
        }
    }
}
