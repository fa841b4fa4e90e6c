package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cofferdam.internal.egress.EgressProxy;
import dev.cofferdam.internal.egress.EgressRules;
import dev.cofferdam.internal.host.ProcStat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sandboxes that lack a part, each of which must be noticed by checks that say so. */
@Timeout(300)
class SecurityMutantTests {
    @TempDir
    Path temporary;

    @BeforeAll
    static void find_the_sandbox() {
        BubblewrapHere.require();
    }

    /**
     * A sandbox that lacks a part.
     *
     * @param lacks what
     * @param blueprint how it is built
     * @param counting whether it sees which placeholders others hold
     * @param check the check that must fail
     */
    record Mutant(String lacks, Blueprint blueprint, boolean counting, String check) {
        @Override
        public String toString() {
            return "without " + lacks + ": " + check;
        }
    }

    static Stream<Mutant> mutants() {
        List<Mutant> mutants = new ArrayList<>();
        Blueprint whole = Blueprint.whole();
        add(
                mutants,
                "the filter",
                whole.filter(SecurityMutantTests::allCalls),
                "each system call gets its verdict",
                "no file lends the rights of its owner",
                "calls of another machine kill",
                "no Unix socket of the host");
        add(
                mutants,
                "pins",
                whole.plan(SecurityMutantTests::withoutPins),
                "directories on the way to protected files stay",
                "behind a protected link the target is protected");
        add(
                mutants,
                "placeholders",
                whole.plan(SecurityMutantTests::withoutPlaceholders),
                "absent protected names cannot be made",
                "the root does not become a bare repository",
                "git works and what it runs is protected",
                "a submodule that is not there yet is not prepared",
                "a linked worktree gets no submodules prepared",
                "in a home what logins and tools run is protected");
        add(
                mutants,
                "covers",
                whole.plan(SecurityMutantTests::withoutCovers),
                "existing protected files stay as they are",
                "submodules commit and no others are prepared",
                "what is denied cannot be read by any name",
                "workspaces do not see each other's files",
                "the proxy of another command is out of reach");
        add(
                mutants,
                "a network of its own",
                whole.words(SecurityMutantTests::withNetwork),
                "no direct connection",
                "all Unix sockets with a path when allowed, abstract ones never");
        add(
                mutants,
                "care for what comes after the first request",
                whole.egress(SecurityMutantTests::carelessly),
                "a second request on a connection goes nowhere",
                "a request that can be read in two ways goes nowhere",
                "a listed server hears its own name",
                "what was checked is what is connected to",
                "SOCKS opens no port and no datagrams");
        add(mutants, "the handshake", whole.withoutHandshake(), "early kills leave nothing");
        mutants.add(
                new Mutant("counting", Blueprint.whole(), false, "a path stays protected when another command ends"));
        return mutants.stream();
    }

    private static void add(List<Mutant> mutants, String lacks, Blueprint blueprint, String... checks) {
        for (String check : checks) {
            mutants.add(new Mutant(lacks, blueprint, true, check));
        }
    }

    private static byte[] allCalls(byte[] filter) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 0x06)
                .putShort((short) 0)
                .putInt(SeccompFilter.ALLOW)
                .array();
    }

    /** A directory is mounted, then its pins, then it is mounted once more; the first and the pins go. */
    private static MountPlan withoutPins(MountPlan plan) {
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
        return new MountPlan(mounts, plan.placeholders(), plan.links(), plan.covered());
    }

    private static MountPlan withoutPlaceholders(MountPlan plan) {
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

    private static MountPlan withoutCovers(MountPlan plan) {
        Set<Path> standing = new HashSet<>();
        plan.placeholders().forEach(placeholder -> standing.add(placeholder.path()));
        List<Mount> mounts = plan.mounts().stream()
                .filter(mount -> mount.kind() == Mount.Kind.WRITABLE || standing.contains(mount.path()))
                .toList();
        return new MountPlan(mounts, plan.placeholders(), plan.links(), plan.covered());
    }

    /** The careless proxy stands where the command looks for one; its thread ends with the tests. */
    private static EgressProxy carelessly(Path socket, EgressRules rules) throws IOException {
        CarelessProxy.start(socket, rules);
        return EgressProxy.onSocket(socket.resolveSibling("q"), rules);
    }

    private static List<String> withNetwork(List<String> words) {
        return words.stream().filter(word -> !word.equals("--unshare-net")).toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void is_noticed(Mutant mutant) throws Exception {
        SecurityCheck check = SecurityTests.checks()
                .filter(each -> each.name().equals(mutant.check))
                .findFirst()
                .orElseThrow();
        try (Bed bed = new Bed(temporary, mutant.blueprint, mutant.counting)) {
            Throwable failure = catchThrowable(() -> check.trial().run(bed));
            for (ProcStat leaked : LifeSecurity.processes(bed.root())) {
                ProcessHandle.of(leaked.pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
            assertThat(failure).isInstanceOf(AssertionError.class);
        }
    }
}
