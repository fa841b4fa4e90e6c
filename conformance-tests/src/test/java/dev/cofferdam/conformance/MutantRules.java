package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What holds of every set of mutants. */
final class MutantRules {
    private MutantRules() {}

    static void every_check_of_a_must_catches_a_mutant(List<Mutant> mutants, Set<String> areas) {
        Set<String> catching =
                mutants.stream().flatMap(mutant -> mutant.caughtBy().stream()).collect(Collectors.toSet());
        assertThat(ConformanceSuite.catalogue().stream()
                        .filter(check -> areas.contains(check.area()))
                        .filter(check -> check.keyword() == Keyword.MUST
                                && check.absent().isEmpty())
                        .map(Check::name)
                        .filter(name -> !catching.contains(name)))
                .isEmpty();
    }

    static void mutants_have_names_of_their_own_and_name_checks_that_exist(List<Mutant> mutants) {
        assertThat(mutants).extracting(Mutant::name).doesNotHaveDuplicates();
        Set<String> known =
                ConformanceSuite.catalogue().stream().map(Check::name).collect(Collectors.toSet());
        assertThat(mutants).allSatisfy(mutant -> assertThat(known).containsAll(mutant.caughtBy()));
    }
}
