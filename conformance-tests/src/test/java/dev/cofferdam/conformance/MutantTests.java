package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.provider.local.LocalProvider;
import dev.cofferdam.workspace.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that every check of a MUST can fail, and that it fails for its own reason. */
class MutantTests {
    /** Checks that take seconds to meet a race. They run on a mutant only when it says that they catch it. */
    private static final Set<String> SLOW = Set.of(
            "a_fifo_that_is_swapped_in_holds_no_read",
            "a_fifo_is_refused_without_being_opened",
            "a_growing_file_is_never_read_beyond_the_limit",
            "a_hundred_readers_during_twenty_overwrites_see_whole_files",
            "a_reader_sees_an_append_whole",
            "a_reading_command_sees_the_old_or_the_new_content",
            "a_swapped_directory_never_makes_a_read_leave_the_root",
            "a_swapped_directory_never_makes_a_write_leave_the_root",
            "a_tree_vanishes_as_a_whole",
            "a_write_that_is_cut_leaves_the_old_content_and_nothing_else",
            "an_operation_over_its_time_frees_what_it_holds",
            "an_upload_arrives_with_all_its_bytes",
            "directories_that_vanish_do_not_fail_a_listing",
            "of_several_creators_exactly_one_succeeds",
            "of_several_renames_to_one_place_exactly_one_succeeds",
            "of_several_writers_on_the_same_content_exactly_one_succeeds",
            "what_is_on_its_way_into_place_is_never_in_a_snapshot",
            "what_is_on_its_way_into_place_is_never_listed");

    private static List<Mutant> mutants() {
        return Mutant.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    @Tag("soak")
    void a_mutant_is_caught_by_exactly_its_checks(Mutant mutant) {
        expectCaught(mutant, false);
    }

    @ParameterizedTest
    @MethodSource("mutants")
    @Tag("soak")
    void a_mutant_is_caught_by_no_check_that_runs_commands_besides(Mutant mutant) {
        expectCaught(mutant, true);
    }

    private static void expectCaught(Mutant mutant, boolean withCommands) {
        Subject subject = Subject.of(new LocalProvider());
        CheckRunner runner =
                new CheckRunner(subject.opening(mutant.breaking().apply(subject.opener())), SuiteOptions.defaults());
        Set<String> caught = new TreeSet<>();
        Set<String> expected = new TreeSet<>(mutant.caughtBy());
        for (CheckResult result : run(runner, scope(mutant, withCommands))) {
            assertThat(result.status()).as(result.toString()).isNotEqualTo(Status.ERROR);
            if (result.status() == Status.FAIL) {
                caught.add(result.check().name());
            } else if (result.status() == Status.NOT_RUN) {
                expected.remove(result.check().name()); // needs another user than this one
            }
        }
        assertThat(caught).isEqualTo(expected);
        assertThat(mutant.caughtBy()).isNotEmpty();
    }

    /** What the mutant names, and what is quick in the classes of these checks; commands make a check slower. */
    private static List<Check> scope(Mutant mutant, boolean withCommands) {
        Set<String> classes = ConformanceSuite.catalogue().stream()
                .filter(check -> mutant.caughtBy().contains(check.name()))
                .map(MutantTests::type)
                .collect(Collectors.toSet());
        return ConformanceSuite.catalogue().stream()
                .filter(check -> mutant.caughtBy().contains(check.name())
                        || (classes.contains(type(check))
                                && !SLOW.contains(check.name())
                                && (withCommands || !check.needs().contains(Capability.EXEC))))
                .toList();
    }

    private static String type(Check check) {
        return check.source().substring(0, check.source().indexOf('#'));
    }

    private static List<CheckResult> run(CheckRunner runner, List<Check> checks) {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<CheckResult> results = new ArrayList<>(checks.stream()
                    .filter(check -> !check.alone())
                    .map(check -> CompletableFuture.supplyAsync(() -> runner.run(check), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList());
            checks.stream().filter(Check::alone).map(runner::run).forEach(results::add);
            return results;
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void every_check_of_a_must_catches_a_mutant() {
        MutantRules.every_check_of_a_must_catches_a_mutant(mutants(), Set.of("PATH", "FILE", "LIST", "MOVE"));
    }

    @Test
    void mutants_have_names_of_their_own_and_name_checks_that_exist() {
        MutantRules.mutants_have_names_of_their_own_and_name_checks_that_exist(mutants());
    }
}
