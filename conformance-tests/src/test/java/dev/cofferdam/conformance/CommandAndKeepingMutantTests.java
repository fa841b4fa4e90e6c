package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.fakes.MemoryProvider;
import dev.cofferdam.provider.local.LocalProvider;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that the checks about commands, snapshots, the trash, lives, isolation and errors can fail, and that each fails
 * for its own reason: a mutant is caught by exactly those checks of its clauses that it names.
 */
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandAndKeepingMutantTests {
    private static final Set<String> AREAS = Set.of("EXEC", "SNAP", "TRASH", "LIFE", "ISO", "ERR", "GEN");

    /** Checks that take a second and more. They run on a mutant only when it says that they catch it. */
    private static final Set<String> SLOW = Set.of(
            "several_commands_run_at_once_with_their_own_limits",
            "a_command_that_takes_too_long_is_ended",
            "what_ignores_to_be_asked_is_killed_after_the_grace");

    /** A mutant is to fail soon where it waits for what never comes. */
    private static final Patience SHORT =
            new Patience(Duration.ofSeconds(2), Duration.ofMillis(300), Duration.ofMillis(5), 1);

    private static final Subject MEMORY = Subject.of(new MemoryProvider()).patience(SHORT);
    private static final Subject LOCAL = Subject.of(new LocalProvider()).patience(Patience.local());

    private final Map<Mutant, CompletableFuture<Set<String>>> results = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(6);

    private static List<Mutant> inMemory() {
        return Stream.of(
                        CommandMutants.all(),
                        EndMutants.all(),
                        HandleMutants.all(),
                        SnapshotMutants.all(),
                        TrashMutants.all(),
                        LifeMutants.all(),
                        ErrMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> local() {
        return LocalMutants.all();
    }

    private static List<Mutant> all() {
        return Stream.of(inMemory(), local()).flatMap(List::stream).toList();
    }

    /** Most of the time is spent waiting, so that some mutants can wait at once; others must be alone. */
    @BeforeAll
    void carry_out_what_need_not_be_alone() {
        for (Mutant mutant : inMemory()) {
            if (scope(mutant).stream().noneMatch(Check::alone)) {
                results.put(mutant, CompletableFuture.supplyAsync(() -> caught(mutant, MEMORY), threads));
            }
        }
        results.values().forEach(CompletableFuture::join);
    }

    @AfterAll
    void end_the_threads() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("inMemory")
    void a_mutant_in_memory_is_caught_by_exactly_its_checks(Mutant mutant) {
        CompletableFuture<Set<String>> result = results.get(mutant);
        assertThat(result == null ? caught(mutant, MEMORY) : result.join()).isEqualTo(mutant.caughtBy());
        assertThat(mutant.caughtBy()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("local")
    void a_mutant_on_this_machine_is_caught_by_exactly_its_checks(Mutant mutant) {
        Set<String> expected = new TreeSet<>(mutant.caughtBy());
        List<CheckResult> results = run(mutant, LOCAL);
        results.stream() // such as what the system refuses to others than root
                .filter(result -> result.status() == Status.NOT_RUN)
                .forEach(result -> expected.remove(result.check().name()));
        assertThat(caught(mutant, LOCAL, results)).isEqualTo(expected);
        assertThat(mutant.caughtBy()).isNotEmpty();
    }

    private static Set<String> caught(Mutant mutant, Subject subject) {
        return caught(mutant, subject, run(mutant, subject));
    }

    /** Return the checks that fail on a mutant and not without it. */
    private static Set<String> caught(Mutant mutant, Subject subject, List<CheckResult> results) {
        CheckRunner whole = new CheckRunner(subject, SuiteOptions.defaults());
        return results.stream()
                .filter(result -> result.status() == Status.FAIL)
                .map(CheckResult::check)
                .filter(check -> mutant.caughtBy().contains(check.name())
                        || whole.run(check).status() != Status.FAIL)
                .map(Check::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<CheckResult> run(Mutant mutant, Subject subject) {
        CheckRunner runner =
                new CheckRunner(subject.opening(mutant.breaking().apply(subject.opener())), SuiteOptions.defaults());
        List<CheckResult> results = scope(mutant).stream().map(runner::run).toList();
        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.status()).as(result.toString()).isNotEqualTo(Status.ERROR));
        return results;
    }

    /** Return the checks of the clauses of a mutant, but for slow ones and those that must be alone. */
    private static List<Check> scope(Mutant mutant) {
        Set<String> clauses = ConformanceSuite.catalogue().stream()
                .filter(check -> mutant.caughtBy().contains(check.name()))
                .map(Check::clause)
                .collect(Collectors.toSet());
        return ConformanceSuite.catalogue().stream()
                .filter(check -> mutant.caughtBy().contains(check.name())
                        || (clauses.contains(check.clause()) && !check.alone() && !SLOW.contains(check.name())))
                .toList();
    }

    @Test
    void every_check_of_a_must_catches_a_mutant() {
        MutantRules.every_check_of_a_must_catches_a_mutant(all(), AREAS);
    }

    @Test
    void mutants_have_names_of_their_own_and_name_checks_that_exist() {
        MutantRules.mutants_have_names_of_their_own_and_name_checks_that_exist(all());
    }
}
