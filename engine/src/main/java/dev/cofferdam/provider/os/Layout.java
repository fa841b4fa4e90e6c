package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.Rule.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the commands of a workspace see of the host's files.
 *
 * @param root the workspace's root, without links
 * @param home the user's home, without links
 * @param workspaces the directory that holds those of all workspaces
 * @param writable what else commands write, of the workspace's own
 * @param guarded whether something outside of the sandbox may run or follow what lies in the root
 * @param policy what the user said
 */
record Layout(Path root, Path home, Path workspaces, List<Path> writable, boolean guarded, SandboxPolicy policy) {
    /** Plan the mounts of a command. */
    MountPlan plan(CommandPlace place, FileFacts facts) throws IOException {
        List<Rule> rules = new ArrayList<>();
        rules.add(Rule.of(Verdict.HIDE, workspaces));
        rules.add(Rule.of(Verdict.WRITE, root));
        rules.add(Rule.of(Verdict.WRITE, place.tmp()));
        rules.add(Rule.of(Verdict.WRITE, place.control()));
        rules.add(Rule.of(Verdict.READ, place.excludes()));
        writable.forEach(path -> rules.add(Rule.of(Verdict.WRITE, path)));
        if (policy.filesystem().disabled()) {
            return MountPlanner.plan(rules, facts).open();
        }
        rules.addAll(PolicyRules.of(policy, root, home, facts));
        if (guarded) {
            rules.addAll(ProtectedPaths.rules(root, home, facts));
        }
        return MountPlanner.plan(rules, facts);
    }

    /** Tell whether commands may use Unix sockets, all of them: a filter cannot tell their paths apart. */
    boolean unixSockets() {
        return policy.network().allowAllUnixSockets()
                || !policy.network().allowUnixSockets().isEmpty();
    }
}
