package dev.cofferdam.provider.os;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cofferdam.internal.host.ProcStat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sandboxes that lack a part, each of which must be noticed by checks that say so. */
@Timeout(300)
class SecurityMutantTests {
    /** Checks that no part of a blueprint decides about, and what does. */
    private static final Map<String, String> APART = Map.ofEntries(
            entry("a denied file with two names refuses the launch", "the plan, before a sandbox is built"),
            entry("a protected file with two names refuses the launch", "the plan, before a sandbox is built"),
            entry("a protected directory is no root", "the provider, before a sandbox is built"),
            entry("programs of another user lend no rights", "the kernel, as no other user is known inside"),
            entry("the settings of the kernel cannot be written", "for all but root the permissions of these files"),
            entry("no datagrams and no names", "with a network they would be sent to hosts outside"),
            entry("a server inside is reached inside", "the kernel, for every network"),
            entry("a kill ends sessions of their own as well", "the marks of processes end them a second time"),
            entry("what a command leaves ends with it", "the marks of processes end them a second time"),
            entry("a sandbox outlives the thread that asked for it", "the thread that starts all programs"),
            entry("nothing is left in the root", "the journal of what stands there"));

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
                whole.filter(Weakness::allCalls),
                "each system call gets its verdict",
                "no file lends the rights of its owner",
                "calls of another machine kill",
                "no Unix socket of the host");
        add(
                mutants,
                "pins",
                whole.plan(Weakness::withoutPins),
                "directories on the way to protected files stay",
                "behind a protected link the target is protected");
        add(
                mutants,
                "placeholders",
                whole.plan(Weakness::withoutPlaceholders),
                "absent protected names cannot be made",
                "the root does not become a bare repository",
                "git works and what it runs is protected",
                "a submodule that is not there yet is not prepared",
                "a linked worktree gets no submodules prepared",
                "in a home what logins and tools run is protected");
        add(
                mutants,
                "covers",
                whole.plan(Weakness::withoutCovers),
                "existing protected files stay as they are",
                "submodules commit and no others are prepared",
                "what is denied cannot be read by any name",
                "workspaces do not see each other's files",
                "the proxy of another command is out of reach",
                "a denied write wins over any allow",
                "a narrower rule opens what is denied, a link does not",
                "a directory that is hidden is also hidden from listing",
                "many matches of a wildcard become one step or a refusal",
                "a linked worktree commits and its pointer stays");
        add(
                mutants,
                "a border",
                whole.plan(Weakness::withoutBorder),
                "nothing is written outside of the root",
                "a link that leads out is not written through",
                "a file outside gets no name in the root",
                "a link that a command planted allows nothing");
        add(
                mutants,
                "anything to write",
                whole.plan(Weakness::withoutWriting),
                "a write in the root reaches the host",
                "each command has a temporary directory that goes with it",
                "threads and processes of ordinary programs work",
                "a clone from a path, a branch and a commit work",
                "beside protected directories there are roots");
        add(
                mutants,
                "files that are open",
                whole.plan(Weakness::withoutOpenFiles),
                "without isolation of files commands write what the user may");
        add(
                mutants,
                "a network of its own",
                whole.words(Weakness::withNetwork),
                "no direct connection",
                "all Unix sockets with a path when allowed, abstract ones never");
        add(
                mutants,
                "care for what comes after the first request",
                whole.egress(Weakness::carelessly),
                "a second request on a connection goes nowhere",
                "a request that can be read in two ways goes nowhere",
                "a listed server hears its own name",
                "what was checked is what is connected to",
                "SOCKS opens no port and no datagrams");
        add(
                mutants,
                "any filter",
                whole.words(Weakness::withoutAskingForTheFilter),
                "no capabilities, no new privileges, a filter");
        add(
                mutants,
                "the filter and a network of its own",
                whole.filter(Weakness::allCalls).words(Weakness::withNetwork),
                "no abstract Unix socket of the host");
        add(
                mutants,
                "the inner sandbox",
                whole.words(Weakness::withoutInner),
                "no new namespaces",
                "no mounts and no other root",
                "the parts of the sandbox are out of sight",
                "the environment is what was passed");
        add(mutants, "processes of its own", whole.words(Weakness::withProcesses), "only its own processes");
        add(mutants, "exit codes", whole.words(Weakness::withoutExitCodes), "exit codes and signals pass through");
        add(
                mutants,
                "care for where its programs lie",
                whole.words(Weakness::withPlantedProgram),
                "a planted program of the sandbox is not used");
        add(
                mutants,
                "hosts that are let through",
                whole.egress(Weakness::nowhere),
                "a listed server is reached by each protocol",
                "this machine is reached by its name where that is listed",
                "hosts of one command are open for it alone",
                "whoever decides is asked about other hosts",
                "git clones from a listed server and commits",
                "fifty connections at once");
        add(
                mutants,
                "hosts that are refused",
                whole.egress(Weakness::everywhere),
                "a server that is not listed is refused and told",
                "a denied host wins over every allow",
                "a name does not lead to this machine",
                "hosts of one command are open for it alone");
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

    @Test
    void every_check_has_a_mutant_or_stands_apart() {
        List<String> tried = mutants().map(Mutant::check).distinct().toList();
        assertThat(SecurityTests.checks().map(SecurityCheck::name).filter(name -> !tried.contains(name)))
                .containsExactlyInAnyOrderElementsOf(APART.keySet());
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
            assertThat(failure)
                    .as("the cause: " + (failure == null ? "" : failure.getCause()))
                    .isInstanceOf(AssertionError.class);
        }
    }
}
