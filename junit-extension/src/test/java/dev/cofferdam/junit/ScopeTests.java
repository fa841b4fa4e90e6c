package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every place where a workspace can be declared, with every way in which its test can end. */
class ScopeTests {
    /**
     * A sample class.
     *
     * @param tests how many tests it runs
     * @param workspaces how many workspaces these need together
     */
    private record Sample(Class<?> type, int tests, int workspaces) {
        @Override
        public String toString() {
            return type.getSimpleName();
        }
    }

    private static final List<Sample> SAMPLES = List.of(
            new Sample(ScopeSamples.InstanceFieldTestCase.class, 2, 2),
            new Sample(ScopeSamples.StaticFieldTestCase.class, 2, 1),
            new Sample(ScopeSamples.ConstructorTestCase.class, 2, 2),
            new Sample(ScopeSamples.MethodTestCase.class, 2, 3),
            new Sample(ScopeSamples.BeforeAllTestCase.class, 2, 2),
            new Sample(ScopeSamples.BeforeEachTestCase.class, 2, 2),
            new Sample(ScopeSamples.NestedTestCase.class, 2, 4),
            new Sample(ScopeSamples.InheritedTestCase.class, 2, 4),
            new Sample(ScopeSamples.ParameterisedTestCase.class, 3, 3),
            new Sample(ScopeSamples.RepeatedTestCase.class, 3, 3),
            new Sample(ScopeSamples.FactoryTestCase.class, 2, 1),
            new Sample(ScopeSamples.PerClassTestCase.class, 2, 3),
            new Sample(ScopeSamples.ConcurrentTestCase.class, 8, 16));

    static Stream<Arguments> samples() {
        return SAMPLES.stream().map(Arguments::of);
    }

    private static SampleRun.Result run(Sample sample, String mode, Path directory) {
        SampleRun run = new SampleRun(directory).mode(mode);
        Map.of(
                        "junit.jupiter.execution.parallel.enabled", "true",
                        "junit.jupiter.execution.parallel.config.strategy", "fixed",
                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
                .forEach(run::with);
        return run.run(sample.type());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void tests_that_pass_leave_nothing(Sample sample, @TempDir Path directory) {
        SampleRun.Result result = run(sample, "pass", directory);

        assertThat(result.failures()).isEmpty();
        assertThat(result.tests().succeeded().count()).isEqualTo(sample.tests());
        assertThat(result.asked("create")).isEqualTo(sample.workspaces());
        assertThat(result.asked("release DESTROY")).isEqualTo(sample.workspaces());
        assertThat(result.boxes()).isEmpty();
        assertThat(result.attached()).isEmpty();
        assertThat(result.reported(SandboxWorkspace.KEPT_ENTRY)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_failure_in_the_body_keeps_the_workspaces(Sample sample, @TempDir Path directory) {
        SampleRun.Result result = run(sample, "body", directory);

        assertThat(result.tests().failed().count()).isEqualTo(sample.tests());
        assertThat(result.failures()).allSatisfy(failure -> assertThat(failure).hasMessage("the body failed"));
        assertKept(sample, result);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_failure_after_the_body_keeps_the_workspaces(Sample sample, @TempDir Path directory) {
        SampleRun.Result result = run(sample, "after", directory);

        assertThat(result.failures())
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessage("the end failed"));
        assertKept(sample, result);
    }

    private static void assertKept(Sample sample, SampleRun.Result result) {
        assertThat(result.asked("create")).isEqualTo(sample.workspaces());
        assertThat(result.asked("release KEEP")).isEqualTo(sample.workspaces());
        assertThat(result.boxes()).hasSize(sample.workspaces());
        assertThat(result.reported(SandboxWorkspace.KEPT_ENTRY))
                .containsExactlyInAnyOrderElementsOf(
                        result.boxes().stream().map(Path::toString).toList());
        assertThat(result.attached()).containsKeys("workspace", "commands.jsonl", "workspace.json");
        assertThat(result.attached().get("workspace")).isDirectoryContaining("glob:**/mode");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_start_that_fails_fails_the_tests(Sample sample, @TempDir Path directory) {
        SampleRun.Result result = run(sample, "start", directory);

        assertThat(result.tests().succeeded().count()).isZero();
        assertThat(result.failures())
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("the toy refuses to start"));
        assertThat(result.boxes()).isEmpty();
        assertThat(result.attached()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_close_that_fails_fails_what_passed(Sample sample, @TempDir Path directory) {
        SampleRun.Result result = run(sample, "close", directory);

        assertThat(result.failures())
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasStackTraceContaining("the toy does not let go"));
        assertThat(result.asked("release DESTROY")).isEqualTo(sample.workspaces());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_close_that_fails_does_not_hide_the_failure(Sample sample, @TempDir Path directory) {
        SampleRun.Result result = run(sample, "body-close", directory);

        assertThat(result.failures())
                .hasSize(sample.tests())
                .allSatisfy(failure -> assertThat(failure).hasMessage("the body failed"));
        assertThat(result.asked("release KEEP")).isEqualTo(sample.workspaces());
    }
}
