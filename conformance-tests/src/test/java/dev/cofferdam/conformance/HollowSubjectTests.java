package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.Workspace;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows that no check passes on a subject that does nothing, refuses everything, or declares less than it can. */
class HollowSubjectTests {
    private static final Patience SHORT =
            new Patience(Duration.ofMillis(50), Duration.ofMillis(20), Duration.ofMillis(5), 1);

    @ParameterizedTest
    @EnumSource
    void a_subject_that_refuses_everything_passes_nothing(ErrorCode code) {
        assertThat(passes(Doubles.DeclaringProvider.ofEverything(), Doubles.refusing(code)))
                .isEmpty();
    }

    @Test
    void a_subject_that_declares_nothing_and_supports_nothing_passes_nothing() {
        assertThat(passes(declaringNothing(), Doubles.refusing(ErrorCode.UNSUPPORTED)))
                .isEmpty();
    }

    @Test
    void a_subject_that_does_nothing_passes_nothing() {
        assertThat(passes(Doubles.DeclaringProvider.ofEverything(), Doubles.idle()))
                .isEmpty();
    }

    @Test
    void a_subject_that_can_do_what_it_does_not_declare_fails_every_check_of_an_absence() {
        Subject liar =
                Subject.of(declaringNothing()).patience(SHORT).opening(Doubles.opening(options -> Doubles.idle()));
        CheckRunner runner = new CheckRunner(liar, SuiteOptions.defaults());
        List<Check> absences = ConformanceSuite.catalogue().stream()
                .filter(check -> check.absent().isPresent())
                .toList();
        assertThat(absences)
                .isNotEmpty()
                .allSatisfy(check ->
                        assertThat(runner.run(check).status()).as(check.id()).isEqualTo(Status.FAIL));
    }

    private static Doubles.DeclaringProvider declaringNothing() {
        Map<Capability, String> all = new EnumMap<>(Capability.class);
        for (Capability capability : Capability.values()) {
            all.put(capability, "a lie");
        }
        return new Doubles.DeclaringProvider(new Capabilities(all, Duration.ofSeconds(1), 1), Isolation.NONE);
    }

    private static List<String> passes(Doubles.DeclaringProvider provider, Workspace workspace) {
        Subject subject = Subject.of(provider).patience(SHORT).opening(Doubles.opening(options -> workspace));
        CheckRunner runner = new CheckRunner(subject, SuiteOptions.defaults());
        return ConformanceSuite.catalogue().stream()
                .map(runner::run)
                .filter(result -> result.status() == Status.PASS)
                .map(result -> result.check().id())
                .toList();
    }
}
