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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
        List<Check> absences = ConformanceSuite.catalogue().stream()
                .filter(check -> check.absent().isPresent())
                .toList();
        assertThat(absences).isNotEmpty().allSatisfy(check -> {
            Capabilities less = Capabilities.everything().without(check.absent().orElseThrow(), "a lie");
            Subject liar = Subject.of(new Doubles.DeclaringProvider(less, Isolation.NONE))
                    .patience(SHORT)
                    .opening(Doubles.opening(options -> Doubles.idle()));
            CheckResult result = new CheckRunner(liar, SuiteOptions.defaults()).run(check);
            assertThat(result.status()).as(check.id()).isEqualTo(Status.FAIL);
        });
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
        // Most of the time is spent waiting for what never comes, so that many can wait at once.
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            return ConformanceSuite.catalogue().stream()
                    .map(check -> CompletableFuture.supplyAsync(() -> runner.run(check), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .filter(result -> result.status() == Status.PASS)
                    .map(result -> result.check().id())
                    .toList();
        } finally {
            threads.shutdown();
        }
    }
}
