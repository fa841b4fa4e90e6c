package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Capability;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the catalogue and the specification to each other, in both directions. */
class TraceabilityTests {
    private final Map<String, SpecStatement> statements;

    TraceabilityTests() throws IOException {
        statements = SpecStatement.all().stream().collect(Collectors.toMap(SpecStatement::id, Function.identity()));
    }

    @Test
    void the_specification_is_read() {
        assertThat(statements).hasSizeGreaterThan(250);
        SpecStatement hard = statements.get("WS-MOVE-004 (g)");
        assertThat(hard.level()).isEqualTo(Level.HARDENED);
        assertThat(hard.needs()).containsExactly(Capability.RACE_FREE_CONFINEMENT);
        assertThat(statements.get("WS-EXEC-008 (f)").keyword()).isEqualTo(Keyword.SHOULD);
        assertThat(statements.get("WS-MOVE-003 (k)").testable()).isFalse();
        assertThat(statements.get("WS-MOVE-003 (j)").testable()).isTrue();
    }

    @Test
    void every_check_cites_statements_that_exist_with_their_attributes() {
        for (Check check : ConformanceSuite.catalogue()) {
            List<SpecStatement> cited = cited(check);
            assertThat(cited).as(check.id()).doesNotContainNull().isNotEmpty();
            Level highest = cited.stream()
                    .map(SpecStatement::level)
                    .max(Level::compareTo)
                    .orElseThrow();
            assertThat(check.level()).as("level of " + check.id()).isEqualTo(highest);
            assertThat(cited).as("keyword of " + check.id()).allMatch(s -> s.keyword() == check.keyword());
            Set<Capability> known = new HashSet<>(check.needs());
            check.absent().ifPresent(absent -> known.addAll(EnumSet.allOf(Capability.class)));
            cited.forEach(s -> assertThat(known).as("needs of " + check.id()).containsAll(s.needs()));
        }
    }

    @Test
    void every_testable_statement_of_the_areas_in_the_catalogue_has_a_check() {
        Set<String> areas =
                ConformanceSuite.catalogue().stream().map(Check::area).collect(Collectors.toSet());
        Set<String> cited = ConformanceSuite.catalogue().stream()
                .filter(check -> check.absent().isEmpty())
                .flatMap(check -> cited(check).stream().map(SpecStatement::id))
                .collect(Collectors.toSet());
        assertThat(statements.values().stream()
                        .filter(SpecStatement::testable)
                        .filter(s -> areas.contains(s.clause().split("-", -1)[1]))
                        .map(SpecStatement::id)
                        .filter(id -> !cited.contains(id))
                        .sorted())
                .isEmpty();
    }

    @Test
    void names_of_checks_are_unique() {
        assertThat(ConformanceSuite.catalogue().stream().map(Check::name)).doesNotHaveDuplicates();
    }

    private List<SpecStatement> cited(Check check) {
        return check.statements()
                .chars()
                .mapToObj(letter -> statements.get(check.clause() + " (" + (char) letter + ")"))
                .toList();
    }
}
