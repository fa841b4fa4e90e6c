package dev.cofferdam.provider.os;

import dev.cofferdam.internal.tree.Reserved;
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
    /** Of root's files here ssh says that they have a bad owner, as root is nobody in a sandbox of another user. */
    private static final Path SSH_SETTINGS = Path.of("/etc/ssh/ssh_config.d");

    /** Plan the mounts of a command. */
    MountPlan plan(CommandPlace place, FileFacts facts) throws IOException {
        return plan(
                List.of(
                        Rule.of(Verdict.WRITE, place.tmp()),
                        Rule.of(Verdict.WRITE, place.control()),
                        Rule.of(Verdict.READ, place.excludes())),
                facts);
    }

    /** Plan what every command sees. */
    MountPlan plan(FileFacts facts) throws IOException {
        return plan(List.of(), facts);
    }

    private MountPlan plan(List<Rule> own, FileFacts facts) throws IOException {
        List<Rule> rules = new ArrayList<>(own);
        rules.add(Rule.of(Verdict.HIDE, workspaces));
        rules.add(Rule.of(Verdict.WRITE, root));
        writable.forEach(path -> rules.add(Rule.of(Verdict.WRITE, path)));
        if (policy.filesystem().disabled()) {
            return MountPlanner.plan(rules, facts).open();
        }
        rules.addAll(PolicyRules.of(policy, root, home, facts));
        if (facts.kind(SSH_SETTINGS) == FileFacts.Kind.DIRECTORY && !facts.owned(SSH_SETTINGS)) {
            rules.add(Rule.of(Verdict.HIDE, SSH_SETTINGS));
        }
        if (hides()) {
            // Snapshots and the trash hold what was hidden, too.
            rules.add(Rule.of(Verdict.HIDE, root.resolve(Reserved.OWN)));
        }
        if (guarded) {
            rules.addAll(ProtectedPaths.rules(root, home, isHomeOpen(rules, facts), facts));
        }
        return MountPlanner.plan(rules, facts);
    }

    /** Tell whether the policy hides files from commands. */
    boolean hides() {
        return !policy.filesystem().denyRead().isEmpty()
                || !policy.credentials().files().isEmpty();
    }

    private boolean isHomeOpen(List<Rule> rules, FileFacts facts) throws IOException {
        for (Rule rule : rules) {
            if (rule.verdict() == Verdict.WRITE
                    && home.startsWith(Resolution.of(rule.path(), facts).real())) {
                return true;
            }
        }
        return false;
    }

    /** Tell whether commands may use Unix sockets, all of them: a filter cannot tell their paths apart. */
    boolean unixSockets() {
        return policy.network().allowAllUnixSockets()
                || !policy.network().allowUnixSockets().isEmpty();
    }
}
