package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.FileFacts.Kind;
import dev.cofferdam.provider.os.Placeholder.Stub;
import dev.cofferdam.provider.os.Rule.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where git keeps what belongs to a root, and which of it commands must not write: what git runs or follows when a
 * person calls it outside of the sandbox. The rest stays writable, so that commands can commit.
 */
final class GitLayout {
    private static final int DEEPEST_MODULE = 6;
    /** Each costs some mounts, whose time grows with the square of their number; the rest is read-only. */
    private static final int MOST_OPEN = 40;

    private static final Pattern WORK_TREE =
            Pattern.compile("^\\s*worktree\\s*=\\s*(.+?)\\s*$", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private final Path root;
    private final FileFacts facts;
    private final List<Rule> rules = new ArrayList<>();
    private int modules;

    GitLayout(Path root, FileFacts facts) {
        this.root = root;
        this.facts = facts;
    }

    List<Rule> rules() throws IOException {
        Path entry = root.resolve(".git");
        switch (facts.kind(entry)) {
            case DIRECTORY -> directory(entry);
            case FILE -> {
                rules.add(Rule.keep(entry, Stub.DIRECTORY));
                pointer(entry);
            }
            case SYMLINK -> {
                rules.add(Rule.keep(entry.resolve("hooks"), Stub.DIRECTORY));
                directory(Resolution.of(entry, facts).real());
            }
            case ABSENT -> bare();
            case OTHER, UNREACHABLE -> rules.add(Rule.keep(entry, Stub.DIRECTORY));
        }
        return rules;
    }

    /** Without a repository nothing must make one of the root, neither with a {@code .git} nor as a bare one. */
    private void bare() throws IOException {
        rules.add(Rule.keep(root.resolve(".git"), Stub.DIRECTORY));
        rules.add(Rule.keep(root.resolve("HEAD"), Stub.NOTHING));
        if (facts.kind(root.resolve("HEAD")) == Kind.FILE && facts.kind(root.resolve("objects")) == Kind.DIRECTORY) {
            directory(root);
        }
    }

    private void directory(Path directory) throws IOException {
        directory(directory, directory);
    }

    /**
     * Guard a git directory.
     *
     * @param own where git keeps what belongs to the root alone: in it, or the same
     */
    private void directory(Path directory, Path own) throws IOException {
        followed(directory);
        modules(directory);
        int open = 0;
        for (Path tree : entries(directory.resolve("worktrees"))) {
            open++;
            if (open > MOST_OPEN && !tree.equals(own)) {
                rules.add(Rule.keep(tree, Stub.NOTHING));
                continue;
            }
            rules.add(Rule.keep(tree.resolve("config.worktree"), Stub.EMPTY));
            keepIfThere(tree.resolve("commondir"));
            keepIfThere(tree.resolve("gitdir"));
            modules(tree);
        }
    }

    /** What git runs or follows in a directory of its own. */
    private void followed(Path directory) {
        rules.add(Rule.keep(directory.resolve("hooks"), Stub.DIRECTORY));
        rules.add(Rule.keep(directory.resolve("config"), Stub.EMPTY));
        rules.add(Rule.keep(directory.resolve("commondir"), Stub.HERE));
        rules.add(Rule.keep(directory.resolve("config.worktree"), Stub.EMPTY));
    }

    private void keepIfThere(Path path) {
        if (facts.kind(path) != Kind.ABSENT) {
            rules.add(Rule.keep(path, Stub.NOTHING));
        }
    }

    /**
     * Guard the git directories of submodules. Git takes one that it finds for a submodule that it has not made yet,
     * hooks and all, so nothing new must come among them.
     */
    private void modules(Path directory) throws IOException {
        Path fence = directory.resolve("modules");
        rules.add(Rule.fence(fence));
        modules(fence, 0);
    }

    /** Names of submodules may hold slashes, so their directories are found by what is in them. */
    private void modules(Path directory, int depth) throws IOException {
        for (Path module : entries(directory)) {
            if (facts.kind(module.resolve("HEAD")) == Kind.FILE) {
                modules++;
                if (modules <= MOST_OPEN) {
                    rules.add(Rule.of(Verdict.INNER, module));
                    followed(module);
                    modules(module);
                }
            } else if (depth < DEEPEST_MODULE) {
                modules(module, depth + 1);
            }
        }
    }

    private List<Path> entries(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        if (facts.kind(directory) == Kind.DIRECTORY) {
            for (Path entry : facts.list(directory)) {
                if (facts.kind(entry) == Kind.DIRECTORY) {
                    found.add(entry);
                }
            }
        }
        return found;
    }

    /**
     * A {@code .git} file of a linked worktree or a submodule. What it names is opened for writing only when that points
     * back here and is this user's: otherwise a planted file would open any directory.
     */
    private void pointer(Path entry) throws IOException {
        Optional<Path> named = pointed(entry, "gitdir:", root);
        if (named.isEmpty()) {
            return;
        }
        Path own = named.get();
        Optional<Path> common = pointed(own.resolve("commondir"), "", own);
        if (common.isPresent()) {
            boolean listed = own.getParent() != null
                    && own.getParent().equals(common.get().resolve("worktrees"));
            boolean back = pointed(own.resolve("gitdir"), "", own)
                    .filter(entry::equals)
                    .isPresent();
            if (listed && back && isRepository(common.get())) {
                open(common.get(), own);
            }
        } else if (isRepository(own) && pointsBack(own)) {
            open(own, own);
        }
    }

    private void open(Path repository, Path own) throws IOException {
        rules.add(Rule.of(Verdict.WRITE, repository));
        directory(repository, own);
    }

    private boolean isRepository(Path directory) {
        return facts.kind(directory) == Kind.DIRECTORY
                && facts.owned(directory)
                && facts.kind(directory.resolve("HEAD")) == Kind.FILE
                && facts.kind(directory.resolve("objects")) == Kind.DIRECTORY;
    }

    private boolean pointsBack(Path module) throws IOException {
        Matcher found = WORK_TREE.matcher(facts.text(module.resolve("config")).orElse(""));
        if (!found.find()) {
            return false;
        }
        Path tree = module.resolve(found.group(1)).normalize();
        return Resolution.of(tree, facts).real().equals(root) && !found.find();
    }

    /** Return what a file that holds a path names. */
    private Optional<Path> pointed(Path file, String prefix, Path base) throws IOException {
        Optional<String> text = facts.text(file).map(String::strip).filter(line -> line.startsWith(prefix));
        if (text.isEmpty() || text.get().indexOf('\n') >= 0 || text.get().indexOf('\0') >= 0) {
            return Optional.empty();
        }
        Path named = base.resolve(text.get().substring(prefix.length()).strip());
        return Optional.of(Resolution.of(named, facts).real());
    }
}
