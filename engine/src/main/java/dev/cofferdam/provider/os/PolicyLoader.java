package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a policy from the {@code sandbox} sections of Claude Code's settings: the user's
 * {@code ~/.claude/settings.json}, and {@code .claude/settings.json} and {@code .claude/settings.local.json} of a
 * workspace's root. Of two values for one switch the stricter one holds, and lists are put together.
 *
 * <p>Whoever writes a repository writes the files in its root. What these allow is therefore left out with a warning, and
 * only what they deny holds, unless {@link #trustingRoot()} says otherwise. A key that would tighten the sandbox and is
 * not supported fails, and so does a file that cannot be understood. Immutable.
 */
public final class PolicyLoader {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyLoader.class);

    private final Path home;
    private final boolean trusting;

    private PolicyLoader(Path home, boolean trusting) {
        this.home = home;
        this.trusting = trusting;
    }

    /**
     * Create a loader.
     *
     * @param home the user's home directory
     * @return the loader
     */
    public static PolicyLoader of(Path home) {
        return new PolicyLoader(home, false);
    }

    /**
     * Return this loader with trust in the files of the root: what their lists allow holds as well. What only ever
     * widens, such as {@code allowUnsandboxedCommands}, is taken from {@code settings.local.json} and never from
     * {@code settings.json}, which is part of the repository.
     *
     * @return the changed loader
     */
    public PolicyLoader trustingRoot() {
        return new PolicyLoader(home, true);
    }

    /**
     * Load the policy for a workspace. A file that does not exist says nothing.
     *
     * @param root the root of the workspace
     * @return the policy and what is to be said about it, which was logged as well
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} for a file that cannot be understood and for a key
     *     that would tighten the sandbox and is not supported; {@link ErrorCode#IO} for a file that cannot be read
     */
    public LoadedPolicy load(Path root) {
        PolicyMerge merge = new PolicyMerge();
        settings(root).forEach(merge::add);
        LoadedPolicy loaded = merge.result();
        loaded.warnings().forEach(warning -> LOG.warn("{}", warning));
        return loaded;
    }

    private List<SettingsFile> settings(Path root) {
        Path claude = root.resolve(".claude");
        return Stream.of(
                        SettingsFile.read(
                                home.resolve(".claude/settings.json"),
                                "the user's .claude/settings.json",
                                SettingsFile.Trust.FULL,
                                Optional.of("~/.claude")),
                        isHome(root) ? Optional.<SettingsFile>empty() : ofRepository(claude.resolve("settings.json")),
                        SettingsFile.read(
                                claude.resolve("settings.local.json"),
                                "the root's .claude/settings.local.json",
                                trusting ? SettingsFile.Trust.FULL : SettingsFile.Trust.NONE,
                                Optional.empty()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<SettingsFile> ofRepository(Path path) {
        return SettingsFile.read(
                path,
                "the root's .claude/settings.json",
                trusting ? SettingsFile.Trust.LISTS : SettingsFile.Trust.NONE,
                Optional.empty());
    }

    /** In the home directory the settings of the root are the user's own. */
    private boolean isHome(Path root) {
        try {
            return Files.isSameFile(root, home);
        } catch (IOException e) {
            // What cannot be compared is not trusted.
            return false;
        }
    }
}
