package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Judges which commands may skip the approval that they would need without a sandbox. It says so only of what it
 * understands; whatever is in doubt goes the normal way.
 */
final class Approval {
    private static final Set<String> REMOVERS = Set.of("rm", "rmdir");

    private Approval() {}

    /** Tell whether a command surely runs inside of the sandbox and removes nothing critical there. */
    static boolean skips(SandboxPolicy policy, Command command) {
        boolean inside = policy.failIfUnavailable()
                && !policy.filesystem().disabled()
                && !(policy.allowUnsandboxed() && command.dangerouslyDisableSandbox());
        if (!policy.autoAllow() || !inside || command.allowedDomains().isPresent()) {
            return false;
        }
        return CommandLine.ofWords(command.argv())
                .filter(line -> !line.isExcluded(policy.excludedCommands()))
                .filter(line -> line.commands().stream().noneMatch(Approval::removesCritical))
                .isPresent();
    }

    private static boolean removesCritical(List<String> words) {
        String program = words.get(0);
        boolean removes = REMOVERS.contains(program.substring(program.lastIndexOf('/') + 1));
        return removes && words.stream().skip(1).anyMatch(Approval::isCritical);
    }

    /**
     * Tell whether a word may mean the root, the home, the top of all files, or git's directory. Where the root is does
     * not matter: every absolute path may be it, and every way up may lead there.
     */
    private static boolean isCritical(String word) {
        List<String> names = new ArrayList<>();
        for (String name : word.split("/", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        boolean vague = !names.isEmpty() && names.get(0).chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
        return names.isEmpty()
                || vague
                || word.startsWith("/")
                || word.startsWith("~")
                || names.contains("..")
                || names.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(".git"));
    }
}
