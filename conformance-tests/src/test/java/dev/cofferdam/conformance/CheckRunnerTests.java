package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.Workspace;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckRunnerTests {
    private static final List<Check> SAMPLES = ConformanceSuite.collect(List.of(SampleChecks.class));

    private final Subject idle =
            Subject.of(Doubles.DeclaringProvider.ofEverything()).opening(Doubles.opening(options -> Doubles.idle()));

    @Test
    void a_check_without_misbehaviour_passes() {
        assertThat(run(idle, "passes"))
                .extracting(CheckResult::status, CheckResult::reason)
                .containsExactly(Status.PASS, "");
    }

    @Test
    void every_misbehaviour_of_a_check_is_named() {
        CheckResult result = run(idle, "finds_two_things_wrong");
        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.reason()).contains("first: expected 1 but was 2", "second: expected \"a\" but was \"b\"");
    }

    @Test
    void an_unexpected_exception_of_the_workspace_fails_the_check() {
        Subject refusing = subject(Doubles.refusing(ErrorCode.IO));
        assertThat(run(refusing, "meets_an_unexpected_refusal").status()).isEqualTo(Status.FAIL);
        assertThat(run(refusing, "meets_an_unexpected_refusal").reason())
                .contains("unexpected IO refused", "SampleChecks.java:");
    }

    @Test
    void a_refusal_with_another_code_fails_the_check() {
        assertThat(run(subject(Doubles.refusing(ErrorCode.IO)), "expects_a_refusal")
                        .reason())
                .contains("expected NOT_FOUND but was IO");
        assertThat(run(idle, "expects_a_refusal").reason()).contains("expected NOT_FOUND but was success");
        assertThat(run(subject(Doubles.refusing(ErrorCode.NOT_FOUND)), "expects_a_refusal")
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void another_exception_of_the_workspace_is_its_misbehaviour() {
        Workspace broken = Doubles.workspace((proxy, method, args) -> {
            if (method.getName().equals("read")) {
                throw new IllegalStateException("a mistake of the driver");
            }
            return null;
        });
        CheckResult result = run(subject(broken), "meets_an_unexpected_refusal");
        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.reason()).contains("a mistake of the driver", "WS-ERR-001");
    }

    @Test
    void a_mistake_of_the_suite_is_an_error() {
        assertThat(run(idle, "breaks_by_itself").status()).isEqualTo(Status.ERROR);
    }

    @Test
    void a_check_that_looks_at_nothing_is_an_error() {
        assertThat(run(idle, "looks_at_nothing").status()).isEqualTo(Status.ERROR);
    }

    @Test
    void what_cannot_be_shown_is_not_run_and_gives_the_reason() {
        assertThat(run(idle, "cannot_be_shown_here"))
                .extracting(CheckResult::status, CheckResult::reason)
                .containsExactly(Status.NOT_RUN, "no such thing here");
    }

    @Test
    void a_check_that_hangs_fails_and_shows_where() {
        CheckResult result = run(idle, "hangs");
        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.reason()).contains("did not end within 1 s", "SampleChecks.hangs");
    }

    @Test
    void capabilities_decide_what_applies() {
        assertThat(run(idle, "needs_the_trash").status()).isEqualTo(Status.PASS);
        assertThat(run(idle, "needs_no_trash").status()).isEqualTo(Status.NOT_APPLICABLE);
        Subject without = Subject.of(new Doubles.DeclaringProvider(
                        Capabilities.everything().without(Capability.TRASH, "no room"), Isolation.NONE))
                .opening(Doubles.opening(options -> Doubles.idle()));
        assertThat(run(without, "needs_the_trash"))
                .extracting(CheckResult::status, CheckResult::reason)
                .containsExactly(Status.NOT_APPLICABLE, "TRASH is left out: no room");
        assertThat(run(without, "needs_no_trash").status()).isEqualTo(Status.PASS);
    }

    @Test
    void a_known_deviation_is_carried_out_and_found_out_when_it_is_stale() {
        Subject known = deviating("WS-FILE-001/finds_two_things_wrong");
        assertThat(run(known, "finds_two_things_wrong").status()).isEqualTo(Status.DEVIATION);
        Subject stale = deviating("WS-FILE-001/passes");
        assertThat(run(stale, "passes").status()).isEqualTo(Status.FAIL);
        assertThat(run(stale, "passes").reason()).contains("stale");
    }

    @Test
    void secrets_are_redacted_in_reasons_and_transcripts() {
        CheckResult result = run(idle, "shows_a_secret");
        assertThat(result.reason()).contains("***").doesNotContain("hunter2");
        assertThat(result.transcript().toString()).contains("<***>").doesNotContain("hunter2");
    }

    @Test
    void what_a_check_opened_is_closed() {
        AtomicInteger closed = new AtomicInteger();
        Workspace counting = new ForwardingWorkspace(Doubles.idle()) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        run(subject(counting), "breaks_by_itself");
        assertThat(closed).hasValue(1);
    }

    private Subject deviating(String check) {
        return Subject.of(Doubles.DeclaringProvider.ofEverything())
                .deviating(new KnownDeviation(check, "https://example.org/1", "known"))
                .opening(Doubles.opening(options -> Doubles.idle()));
    }

    private static Subject subject(Workspace workspace) {
        return Subject.of(Doubles.DeclaringProvider.ofEverything()).opening(Doubles.opening(options -> workspace));
    }

    private static CheckResult run(Subject subject, String name) {
        Check check = SAMPLES.stream()
                .filter(sample -> sample.name().equals(name))
                .findFirst()
                .orElseThrow();
        return new CheckRunner(subject, SuiteOptions.defaults()).run(check);
    }
}
