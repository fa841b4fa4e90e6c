package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.junit.EnabledIfProviderAvailable.Mode;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What happens where a provider does not work: a failure, unless a skip was asked for. */
class UnavailableTests {
    @TempDir
    private Path directory;

    private SampleRun withoutToy() {
        return new SampleRun(directory).mode("missing");
    }

    static class ParameterTestCase {
        @Test
        void first(@SandboxWorkspace Workspace workspace) {}

        @Test
        void second(@SandboxWorkspace Workspace workspace) {}

        @Test
        void without() {}
    }

    static class FieldTestCase {
        @SandboxWorkspace
        Workspace workspace;

        @Test
        void needs_the_field() {}
    }

    @Test
    void a_missing_provider_is_a_failure() {
        SampleRun.Result result = withoutToy().run(ParameterTestCase.class);

        assertThat(result.tests().failed().count()).isEqualTo(2);
        assertThat(result.tests().skipped().count()).isZero();
        assertThat(result.tests().succeeded().count()).isEqualTo(1);
    }

    @Test
    void a_skip_on_request_says_why_and_probes_once() {
        SampleRun.Result result =
                withoutToy().with(SandboxWorkspace.UNAVAILABLE_KEY, "skip").run(ParameterTestCase.class);

        assertThat(result.tests().failed().count()).isZero();
        assertThat(result.tests().succeeded().count()).isEqualTo(1);
        assertThat(skipReasons(result))
                .hasSize(2)
                .containsOnly("The provider toy does not work here: no toy at /dev/toy; buy one");
        assertThat(result.journal()).containsExactly("probe");
    }

    @Test
    void a_field_skips_its_class_on_request() {
        SampleRun.Result result =
                withoutToy().with(SandboxWorkspace.UNAVAILABLE_KEY, "skip").run(FieldTestCase.class);

        assertThat(skipReasons(result)).singleElement().asString().contains("no toy at /dev/toy");
        assertThat(result.failures()).isEmpty();
    }

    private static List<String> skipReasons(SampleRun.Result result) {
        return result.results().allEvents().skipped().stream()
                .map(event -> event.getRequiredPayload(String.class))
                .toList();
    }

    // ---------------------------------------------------------------- the condition

    @EnabledIfProviderAvailable("toy")
    static class EnabledTestCase {
        @Test
        void runs() {}

        @Test
        @EnabledIfProviderAvailable("broken")
        void is_skipped() {}

        @Test
        @EnabledIfProviderAvailable("tyo")
        void names_no_provider() {}
    }

    @Test
    void the_condition_runs_skips_and_refuses() {
        SampleRun.Result result = new SampleRun(directory).run(EnabledTestCase.class);

        assertThat(result.tests().succeeded().count()).isEqualTo(1);
        assertThat(skipReasons(result))
                .containsExactly("The provider broken does not work here: it is broken; mend it");
        assertThat(result.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .hasStackTraceContaining("There is no provider 'tyo'; valid are: ")
                        .hasStackTraceContaining("toy"));
    }

    @EnabledIfProviderAvailable(value = "broken", mode = Mode.FAIL_ON_CI)
    static class FailOnCi {}

    /** Evaluates the condition with environments of its own and keeps what came out. */
    static final class AskingExtension implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            EnabledIfProviderAvailable annotation = FailOnCi.class.getAnnotation(EnabledIfProviderAvailable.class);
            assertThat(ProviderAvailableExtension.evaluate(annotation, context, environment(Map.of()))
                            .isDisabled())
                    .isTrue();
            assertThat(ProviderAvailableExtension.evaluate(annotation, context, environment(Map.of("CI", "false")))
                            .isDisabled())
                    .isTrue();
            assertThatThrownBy(() ->
                            ProviderAvailableExtension.evaluate(annotation, context, environment(Map.of("CI", "true"))))
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessageContainingAll("it is broken", "CI is set");
            return ConditionEvaluationResult.disabled("asked");
        }

        private static Settings environment(Map<String, String> environment) {
            return new Settings(key -> Optional.empty(), environment::get);
        }
    }

    static class AskedTestCase {
        @RegisterExtension
        static final AskingExtension ASKING = new AskingExtension();

        @Test
        void never_runs() {}
    }

    @Test
    void a_build_server_that_lost_its_provider_fails() {
        SampleRun.Result result = new SampleRun(directory).run(AskedTestCase.class);

        assertThat(result.failures()).isEmpty();
        assertThat(skipReasons(result)).containsExactly("asked");
    }
}
