package dev.cofferdam.provider.os;

import dev.cofferdam.internal.glob.Glob;
import dev.cofferdam.provider.os.FileFacts.Kind;
import dev.cofferdam.provider.os.Rule.Verdict;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the entries of a policy into rules: paths become absolute, and wildcards what they match now. All wildcards are
 * found in one walk for each directory from which some of them begin.
 */
final class PolicyRules {
    private static final String BELOW = "/**";
    /** A walk that is longer would hold up every command. */
    private static final int MOST_ENTRIES = 200_000;

    private final Path root;
    private final Path home;
    private final FileFacts facts;
    private final List<Rule> rules = new ArrayList<>();
    private final Map<Path, List<Pattern>> patterns = new LinkedHashMap<>();
    private int seen;

    /** A wildcard, seen from the directory where it begins. */
    private record Pattern(Verdict verdict, Glob glob) {}

    private PolicyRules(Path root, Path home, FileFacts facts) {
        this.root = root;
        this.home = home;
        this.facts = facts;
    }

    /**
     * List the rules.
     *
     * @param policy the policy
     * @param root the workspace's root, from which relative paths count
     * @param home what {@code ~} stands for
     * @param facts the files
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for a wildcard that cannot hold here, {@code TOO_LARGE} for one
     *     that matches too much
     */
    static List<Rule> of(SandboxPolicy policy, Path root, Path home, FileFacts facts) throws IOException {
        PolicyRules rules = new PolicyRules(root, home, facts);
        FilesystemPolicy files = policy.filesystem();
        rules.writes(Verdict.WRITE, "filesystem.allowWrite", files.allowWrite());
        rules.writes(Verdict.KEEP, "filesystem.denyWrite", files.denyWrite());
        rules.reads(Verdict.HIDE, files.denyRead());
        rules.reads(Verdict.HIDE, policy.credentials().files());
        rules.reads(Verdict.READ, files.allowRead());
        rules.walk();
        return rules.rules;
    }

    private void writes(Verdict verdict, String list, List<String> entries) {
        for (String entry : entries) {
            String plain = withoutBelow(entry);
            if (isPattern(plain)) {
                throw WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT,
                        list + ": on Linux it takes no wildcards but /** at the end; name the directory");
            }
            rules.add(Rule.of(verdict, absolute(plain)));
        }
    }

    private void reads(Verdict verdict, List<String> entries) {
        for (String entry : entries) {
            String plain = withoutBelow(entry);
            if (!isPattern(plain)) {
                rules.add(Rule.of(verdict, absolute(plain)));
                continue;
            }
            Path whole = absolute(plain);
            Path base = Path.of("/");
            int at = 0;
            while (!isPattern(whole.getName(at).toString())) {
                base = base.resolve(whole.getName(at));
                at++;
            }
            String rest = whole.subpath(at, whole.getNameCount()).toString();
            patterns.computeIfAbsent(base, key -> new ArrayList<>()).add(new Pattern(verdict, Glob.compile(rest)));
        }
    }

    private static String withoutBelow(String entry) {
        return entry.length() > BELOW.length() && entry.endsWith(BELOW)
                ? entry.substring(0, entry.length() - BELOW.length())
                : entry;
    }

    private static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
    }

    private Path absolute(String entry) {
        if (entry.equals("~")) {
            return home;
        }
        Path path = entry.startsWith("~/") ? home.resolve(entry.substring(2)) : root.resolve(entry);
        return path.normalize();
    }

    private void walk() throws IOException {
        for (Map.Entry<Path, List<Pattern>> each : patterns.entrySet()) {
            Path base = Resolution.of(each.getKey(), facts).real();
            if (facts.kind(base) == Kind.DIRECTORY) {
                walk(base, "", each.getValue());
            }
        }
    }

    /** Look through a directory; return whether it became hidden as a whole. */
    private void walk(Path directory, String below, List<Pattern> from) throws IOException {
        List<Path> entries;
        try {
            entries = facts.list(directory);
        } catch (IOException e) {
            // What cannot be looked through cannot be read by commands either, unless its mode changes meanwhile.
            rules.add(Rule.of(Verdict.HIDE, directory));
            return;
        }
        List<Rule> hidden = new ArrayList<>();
        List<Path> deeper = new ArrayList<>();
        // Below something hidden all is hidden, unless a wildcard opens some of it again.
        boolean reopens = from.stream().anyMatch(pattern -> pattern.verdict != Verdict.HIDE);
        for (Path entry : entries) {
            count();
            String relative = below + entry.getFileName();
            boolean hide = false;
            for (Pattern pattern : from) {
                if (pattern.glob.matches(relative)) {
                    if (pattern.verdict == Verdict.HIDE) {
                        hide = true;
                    } else {
                        rules.add(Rule.of(pattern.verdict, entry));
                    }
                }
            }
            if (hide) {
                hidden.add(Rule.of(Verdict.HIDE, entry));
            }
            if (!hide || reopens) {
                deeper.add(entry);
            }
        }
        boolean all = !entries.isEmpty() && hidden.size() == entries.size() && entries.size() > 1;
        // A directory of which everything is hidden is hidden itself: one step instead of thousands.
        rules.addAll(all ? List.of(Rule.of(Verdict.HIDE, directory)) : hidden);
        for (Path entry : deeper) {
            String relative = below + entry.getFileName();
            boolean more = from.stream().anyMatch(pattern -> pattern.glob.mayMatchBelow(relative));
            if (more && facts.kind(entry) == Kind.DIRECTORY) {
                walk(entry, relative + "/", from);
            }
        }
    }

    private void count() {
        seen++;
        if (seen > MOST_ENTRIES) {
            throw WorkspaceException.of(
                    ErrorCode.TOO_LARGE,
                    "the wildcards of the sandbox's policy look through more than " + MOST_ENTRIES
                            + " files (denyRead, allowRead, credentials.files): begin them with a directory");
        }
    }
}
