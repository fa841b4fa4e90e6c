package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.Placeholder.Stub;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files through which a command could have programs outside of the sandbox do something: what shells, editors, git
 * and coding agents run or follow without being asked. No command writes them, even where it may write all around.
 */
final class ProtectedPaths {
    /** What coding agents keep in a directory of theirs and run or obey. */
    private static final List<String> AGENT_FILES = List.of("settings.json", "settings.local.json");

    private static final List<String> AGENT_DIRECTORIES = List.of("hooks", "skills", "agents", "commands", "plugins");

    private static final List<String> FILES = List.of(
            ".mcp.json",
            ".bashrc",
            ".bash_profile",
            ".bash_login",
            ".bash_logout",
            ".profile",
            ".zshrc",
            ".zshenv",
            ".zprofile",
            ".zlogin",
            ".zlogout",
            ".gitconfig",
            ".gitmodules",
            ".ripgreprc");

    private static final List<String> DIRECTORIES = List.of(".vscode", ".idea");

    private ProtectedPaths() {}

    /**
     * List the rules for a workspace.
     *
     * @param root its root, without links
     * @param home the user's home, without links
     * @param homeOpen whether commands may write in the home itself
     * @param facts the files
     */
    static List<Rule> rules(Path root, Path home, boolean homeOpen, FileFacts facts) throws IOException {
        List<Rule> rules = new ArrayList<>();
        for (Path directory = root; directory != null; directory = directory.getParent()) {
            agents(directory.resolve(".claude"), rules);
        }
        agents(home.resolve(".claude"), rules);
        rules.add(Rule.keep(home.resolve(".claude.json"), Stub.NOTHING));
        rules.add(Rule.keep(home.resolve(".cofferdam"), Stub.DIRECTORY));
        // The trash and the snapshots of the workspace.
        rules.add(Rule.keep(root.resolve(".cofferdam"), Stub.DIRECTORY));
        for (Path directory : List.of(root, home)) {
            FILES.forEach(name -> rules.add(Rule.keep(directory.resolve(name), Stub.NOTHING)));
            DIRECTORIES.forEach(name -> rules.add(Rule.keep(directory.resolve(name), Stub.DIRECTORY)));
        }
        if (homeOpen) {
            rules.addAll(HomePaths.rules(home));
        }
        rules.addAll(new GitLayout(root, facts).rules());
        return rules;
    }

    /** Tell whether a path names something that coding agents run or obey. */
    static boolean isOfAgent(Path path) {
        Path above = path.getParent();
        return above != null
                && above.endsWith(".claude")
                && AGENT_DIRECTORIES.contains(String.valueOf(path.getFileName()));
    }

    private static void agents(Path directory, List<Rule> rules) {
        AGENT_FILES.forEach(name -> rules.add(Rule.keep(directory.resolve(name), Stub.NOTHING)));
        AGENT_DIRECTORIES.forEach(name -> rules.add(Rule.keep(directory.resolve(name), Stub.DIRECTORY)));
    }
}
