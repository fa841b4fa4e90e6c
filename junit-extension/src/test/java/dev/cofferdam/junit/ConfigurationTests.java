package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.workspace.Workspace;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** What attributes and configuration keys mean, and how a wrong one is refused. */
class ConfigurationTests {
    @TempDir
    private Path directory;

    private void assertRefused(Class<?> testCase, String... parts) {
        assertRefused(new SampleRun(directory), testCase, parts);
    }

    private static void assertRefused(SampleRun run, Class<?> testCase, String... parts) {
        SampleRun.Result result = run.run(testCase);
        assertThat(result.tests().succeeded().count()).isZero();
        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure).hasMessageContainingAll(parts);
            assertThat(failure).hasStackTraceContaining(ExtensionConfigurationException.class.getName());
        });
        assertThat(result.boxes()).isEmpty();
        assertThat(result.attached()).isEmpty();
    }

    // ---------------------------------------------------------------- provider and options

    static class UnknownProviderTestCase {
        @Test
        void never_runs(@SandboxWorkspace(provider = "dokcer") Workspace workspace) {}
    }

    static class UnknownOptionTestCase {
        @Test
        void never_runs(@SandboxWorkspace(provider = "toy", options = "imgae=x") Workspace workspace) {}
    }

    static class BrokenOptionTestCase {
        @Test
        void never_runs(@SandboxWorkspace(options = {"home=/tmp", "hunter2"}) Workspace workspace) {}
    }

    static class PlainTestCase {
        @Test
        void runs(@SandboxWorkspace Workspace workspace) {
            workspace.writeText("a", "b");
        }
    }

    @Test
    void an_unknown_provider_is_refused_with_the_valid_ones() {
        assertRefused(UnknownProviderTestCase.class, "dokcer", "toy");
    }

    @Test
    void an_unknown_option_is_refused_with_the_valid_ones() {
        assertRefused(UnknownOptionTestCase.class, "imgae", "home", "mode", "token");
    }

    @Test
    void a_broken_option_is_refused_with_the_right_form() {
        assertRefused(BrokenOptionTestCase.class, "option 2 of 2 has no '='", "name=value", "\"image=node:24\"");
        assertRefused(
                new SampleRun(directory.resolve("configured")).with(SandboxWorkspace.OPTIONS_KEY, "home"),
                PlainTestCase.class,
                SandboxWorkspace.OPTIONS_KEY,
                "name=value");
    }

    @Test
    void options_are_read_as_pairs() {
        assertThat(Declaration.pairs(List.of("image=node:24", " args=a=b"), "here"))
                .isEqualTo(Map.of("image", "node:24", "args", "a=b"));
        assertThatThrownBy(() -> Declaration.pairs(List.of("=x"), "here")).hasMessageContaining("has no name");
        assertThatThrownBy(() -> Declaration.pairs(List.of("a=1", "a=2"), "here"))
                .hasMessage("here: the option 'a' is given twice");
        assertThatThrownBy(() -> Declaration.pairs(List.of("hunter2"), "here")).hasMessageNotContaining("hunter2");
    }

    // ---------------------------------------------------------------- keys

    private static Settings settings(Map<String, String> parameters, Map<String, String> environment) {
        return new Settings(key -> Optional.ofNullable(parameters.get(key)), environment::get);
    }

    @Test
    void a_parameter_comes_before_the_environment() {
        Map<String, String> environment = Map.of("COFFERDAM_PROVIDER", "memory", "COFFERDAM_JUNIT_KEEP_COUNT", "7");

        assertThat(settings(Map.of("cofferdam.provider", "toy"), environment).get("cofferdam.provider"))
                .contains("toy");
        assertThat(settings(Map.of("cofferdam.provider", " "), environment).get("cofferdam.provider"))
                .contains("memory");
        assertThat(settings(Map.of(), environment).number(SandboxWorkspace.KEEP_COUNT_KEY, 3))
                .isEqualTo(7);
        assertThat(settings(Map.of(), Map.of()).get("cofferdam.provider")).isEmpty();
    }

    @Test
    void a_wrong_value_of_a_key_is_refused_with_the_valid_ones() {
        assertRefused(
                new SampleRun(directory.resolve("1")).with(SandboxWorkspace.KEEP_KEY, "sometimes"),
                PlainTestCase.class,
                "sometimes",
                "default, never, on_failure, always");
        assertThatThrownBy(() -> settings(Map.of(SandboxWorkspace.KEEP_COUNT_KEY, "-1"), Map.of())
                        .number(SandboxWorkspace.KEEP_COUNT_KEY, 3))
                .hasMessageContainingAll(SandboxWorkspace.KEEP_COUNT_KEY, "'-1'", "whole number");
    }

    // ---------------------------------------------------------------- customizer and composition

    static final class Greeting implements WorkspaceCustomizer {
        @Override
        public void customize(WorkspaceBuilder builder, AnnotatedElementContext element, ExtensionContext context) {
            builder.env("GREETING", "hello " + context.getDisplayName());
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @SandboxWorkspace(customizer = Greeting.class)
    @interface ParserWorkspace {}

    static class ComposedTestCase {
        @ParserWorkspace
        private Workspace field;

        @Test
        void greets(@ParserWorkspace Workspace parameter) {
            for (Workspace workspace : List.of(field, parameter)) {
                assertThat(workspace.options().env().get("GREETING")).startsWith("hello greets(");
            }
        }
    }

    static class ConfiguredCustomizerTestCase {
        @Test
        void greets(@SandboxWorkspace Workspace workspace) {
            assertThat(workspace.options().env().get("GREETING")).startsWith("hello greets(");
        }
    }

    static final class Failing implements WorkspaceCustomizer {
        @Override
        public void customize(WorkspaceBuilder builder, AnnotatedElementContext element, ExtensionContext context)
                throws Exception {
            throw new java.io.IOException("no licence");
        }
    }

    static class FailingCustomizerTestCase {
        @Test
        void never_runs(@SandboxWorkspace(customizer = Failing.class) Workspace workspace) {}
    }

    @Test
    void a_composed_annotation_works_on_fields_and_parameters() {
        assertThat(new SampleRun(directory).run(ComposedTestCase.class).failures())
                .isEmpty();
    }

    @Test
    void a_customizer_may_be_configured() {
        assertThat(new SampleRun(directory.resolve("1"))
                        .with(SandboxWorkspace.CUSTOMIZER_KEY, Greeting.class.getName())
                        .run(ConfiguredCustomizerTestCase.class)
                        .failures())
                .isEmpty();
        assertRefused(
                new SampleRun(directory.resolve("2")).with(SandboxWorkspace.CUSTOMIZER_KEY, "java.lang.String"),
                PlainTestCase.class,
                "java.lang.String",
                WorkspaceCustomizer.class.getName());
    }

    @Test
    void a_failing_customizer_fails_the_test() {
        assertRefused(FailingCustomizerTestCase.class, Failing.class.getName(), "no licence");
    }

    // ---------------------------------------------------------------- what may be annotated

    static class FinalFieldTestCase {
        @SandboxWorkspace
        final Workspace workspace = null;

        @Test
        void never_runs() {}
    }

    static class WrongTypeTestCase {
        @Test
        void never_runs(@SandboxWorkspace String workspace) {}
    }

    static class PathTestCase {
        @SandboxWorkspace
        private Path root;

        @Test
        void is_the_root() {
            assertThat(Files.exists(root.resolve(ToyProvider.MODE_FILE))).isTrue();
        }
    }

    @Test
    void a_final_field_is_refused() {
        assertRefused(FinalFieldTestCase.class, "field FinalFieldTestCase.workspace", "must not be final");
    }

    @Test
    void another_type_is_refused() {
        assertRefused(WrongTypeTestCase.class, "java.lang.String", Workspace.class.getName(), Path.class.getName());
    }

    @Test
    void a_path_is_the_root_on_this_machine() {
        SampleRun.Result result = new SampleRun(directory).run(PathTestCase.class);

        assertThat(result.failures()).isEmpty();
        assertThat(result.boxes()).isEmpty();
    }
}
