package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.internal.egress.EgressProxy;
import dev.cofferdam.internal.egress.EgressRules;
import dev.cofferdam.internal.egress.HostRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a sandbox can lack: each changes one part of a {@link Blueprint}. */
final class Weakness {
    private static final String INNER = "exec \"$b\" --args 8 --json-status-fd 7 \"$@\"";

    private Weakness() {}

    private static MountPlan with(MountPlan plan, List<Mount> mounts) {
        return new MountPlan(mounts, plan.placeholders(), plan.links(), plan.covered());
    }

    static byte[] allCalls(byte[] filter) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 0x06)
                .putShort((short) 0)
                .putInt(SeccompFilter.ALLOW)
                .array();
    }

    /** A directory is mounted, then its pins, then it is mounted once more; the first and the pins go. */
    static MountPlan withoutPins(MountPlan plan) {
        List<Mount> mounts = new ArrayList<>(plan.mounts());
        Set<Mount> doubled = new HashSet<>();
        Set<Mount> seen = new HashSet<>();
        for (Mount mount : mounts) {
            if (!seen.add(mount)) {
                doubled.add(mount);
            }
        }
        for (Mount each : doubled) {
            int first = mounts.indexOf(each);
            int last = mounts.lastIndexOf(each);
            mounts.subList(first, last).clear();
        }
        return with(plan, mounts);
    }

    static MountPlan withoutPlaceholders(MountPlan plan) {
        Set<Path> standing = new HashSet<>();
        for (Placeholder placeholder : plan.placeholders()) {
            standing.add(placeholder.path());
            assertThat(placeholder.path().toFile().delete()).isTrue();
        }
        List<Mount> mounts = plan.mounts().stream()
                .filter(mount -> !standing.contains(mount.path()))
                .toList();
        return new MountPlan(mounts, List.of(), plan.links(), plan.covered());
    }

    static MountPlan withoutCovers(MountPlan plan) {
        Set<Path> standing = new HashSet<>();
        plan.placeholders().forEach(placeholder -> standing.add(placeholder.path()));
        List<Mount> mounts = plan.mounts().stream()
                .filter(mount -> mount.kind() == Mount.Kind.WRITABLE || standing.contains(mount.path()))
                .toList();
        return with(plan, mounts);
    }

    /** The careless proxy stands where the command looks for one; its thread ends with the tests. */
    static EgressProxy carelessly(Path socket, EgressRules rules) throws IOException {
        CarelessProxy.start(socket, rules);
        return EgressProxy.onSocket(socket.resolveSibling("q"), rules);
    }

    static List<String> withNetwork(List<String> words) {
        return words.stream().filter(word -> !word.equals("--unshare-net")).toList();
    }

    /** What lies beside the root can be written too, as a border that is drawn around the wrong directory would have it. */
    static MountPlan withoutBorder(MountPlan plan) {
        List<Mount> mounts = plan.mounts().stream()
                .map(mount -> isRoot(mount.path())
                        ? new Mount(mount.kind(), mount.path().getParent())
                        : mount)
                .toList();
        return with(plan, mounts);
    }

    private static boolean isRoot(Path path) {
        return path.endsWith("root")
                && path.getParent().getFileName().toString().startsWith("bed");
    }

    /** Nothing can be written but what the sandbox itself must write, so that nothing ordinary works. */
    static MountPlan withoutWriting(MountPlan plan) {
        List<Mount> mounts = plan.mounts().stream()
                .map(mount ->
                        mount.kind() == Mount.Kind.WRITABLE && !mount.path().endsWith("c")
                                ? new Mount(Mount.Kind.READ_ONLY, mount.path())
                                : mount)
                .toList();
        return with(plan, mounts);
    }

    static EgressProxy nowhere(Path socket, EgressRules rules) throws IOException {
        return EgressProxy.onSocket(socket, with(rules, HostRules.of(List.of(), List.of(), true, Optional.empty())));
    }

    static EgressProxy everywhere(Path socket, EgressRules rules) throws IOException {
        List<String> all = List.of("*", "localhost", "127.0.0.1", "[::1]", "0.0.0.0");
        return EgressProxy.onSocket(socket, with(rules, HostRules.of(List.of(), all, false, Optional.empty())));
    }

    private static EgressRules with(EgressRules rules, HostRules hosts) {
        return new EgressRules(hosts, rules.parents(), rules.limits(), rules.machine());
    }

    /** All files are closed to begin with, also where the policy has them open. */
    static MountPlan withoutOpenFiles(MountPlan plan) {
        return with(plan, plan.mounts());
    }

    /** The inner sandbox takes what the outer one still has, which its command is run in here. */
    static List<String> withoutInner(List<String> words) {
        List<String> weakened = script(
                words,
                INNER,
                "while [ \"$1\" != -- ]; do shift; done; shift; echo '{ \"exit-code\": 0 }' >&7; exec \"$@\"");
        weakened.addAll(1, List.of("--cap-add", "ALL"));
        return weakened;
    }

    /** As without the inner sandbox, and the processes of the host are to be seen. */
    static List<String> withProcesses(List<String> words) {
        List<String> weakened = script(withoutInner(words), "mount -t proc proc /proc", ":");
        int proc = weakened.indexOf("--proc");
        if (proc >= 0) {
            weakened.set(proc, "--ro-bind");
            weakened.add(proc + 1, "/proc");
        }
        return weakened;
    }

    /** The script asks for no filter, although there is one. */
    static List<String> withoutAskingForTheFilter(List<String> words) {
        return script(words, "if [ -n \"$f\" ]", "if false");
    }

    static List<String> withoutExitCodes(List<String> words) {
        return script(words, INNER, INNER.replaceFirst("^exec ", "") + "; exit 0");
    }

    /** Put something else in the place of a part of the script, which is one of the words. */
    private static List<String> script(List<String> words, String part, String other) {
        assertThat(words).filteredOn(word -> word.contains(part)).hasSize(1);
        List<String> weakened = new ArrayList<>(words);
        weakened.replaceAll(word -> word.replace(part, other));
        return weakened;
    }

    /** A program of the root is run first, as if it had been found there. */
    static List<String> withPlantedProgram(List<String> words) {
        Path root = words.stream()
                .filter(word -> word.startsWith("/"))
                .map(Path::of)
                .filter(Weakness::isRoot)
                .findFirst()
                .orElseThrow();
        List<String> weakened = new ArrayList<>(List.of("/bin/sh", "-c", "\"$0\"; exec \"$@\"", root + "/bwrap"));
        weakened.addAll(words);
        return weakened;
    }
}
