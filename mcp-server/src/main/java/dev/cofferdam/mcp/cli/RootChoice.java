package dev.cofferdam.mcp.cli;

import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Isolation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
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
     * The root. A desktop application starts servers in {@code /}, where {@code --root .} would hand over the whole
     * machine, so the file system's root must be spelled out.
     */
    Optional<String> root(SandboxProvider provider) {
        if (root != null && provider.isolation() == Isolation.NONE && !root.equals("/") && isFileSystemRoot(root)) {
            throw new UsageException("--root " + root + " is the root of the file system here; give another"
                    + " directory, or `--root /` if that is meant");
        }
        return Optional.ofNullable(root);
    }

    private static boolean isFileSystemRoot(String directory) {
        try {
            return Path.of(directory).toAbsolutePath().normalize().getNameCount() == 0;
        } catch (InvalidPathException e) {
            throw new UsageException("--root " + directory + " is no path: " + e.getReason());
        }
    }
}
