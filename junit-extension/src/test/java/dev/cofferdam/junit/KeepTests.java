package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a workspace, when, and how much. */
class KeepTests {
    @TempDir
    private Path directory;

    // ---------------------------------------------------------------- when

    static class OneOfTwoTestCase {
        @Test
        void passes(@SandboxWorkspace Workspace workspace) {
            workspace.writeText("name", "passes");
        }

        @Test
        void fails(@SandboxWorkspace Workspace workspace) {
            workspace.writeText("name", "fails");
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void a_sibling_of_a_failed_test_is_not_kept() throws IOException {
        SampleRun.Result result = new SampleRun(directory).run(OneOfTwoTestCase.class);

        assertThat(result.boxes()).hasSize(1);
        assertThat(result.boxes().get(0).resolve("name")).hasContent("fails");
    }

    static class FailingNestedTestCase {
        @SandboxWorkspace
        static Workspace ofTheClass;

        @Nested
        class Fails {
            @SandboxWorkspace
            static Workspace ofTheNestedClass;

            @Test
            void fails() {
                throw new AssertionError("on purpose");
            }
        }

        @Nested
        class Passes {
            @SandboxWorkspace
            static Workspace ofTheOther;

            @Test
            void passes() {
                ofTheOther.writeText("other", "");
            }
        }
    }

    @Test
    void a_failed_test_keeps_what_its_classes_share_and_nothing_beside_them() {
        SampleRun.Result result = new SampleRun(directory).run(FailingNestedTestCase.class);

        assertThat(result.asked("create")).isEqualTo(3);
        assertThat(result.boxes()).hasSize(2);
        assertThat(result.boxes()).noneMatch(box -> Files.exists(box.resolve("other")));
    }

    static class FailingFactoryTestCase {
        @TestFactory
        Stream<DynamicTest> factory(@SandboxWorkspace Workspace workspace) {
            return Stream.of(dynamicTest("passes", () -> workspace.writeText("seen", "")), dynamicTest("fails", () -> {
                throw new AssertionError("on purpose");
            }));
        }
    }

    @Test
    void a_failed_dynamic_test_keeps_the_workspace_of_its_factory() {
        assertThat(new SampleRun(directory).run(FailingFactoryTestCase.class).boxes())
                .hasSize(1);
    }

    static class AbortedTestCase {
        @Test
        void is_aborted(@SandboxWorkspace Workspace workspace) {
            workspace.writeText("seen", "");
            abort("on purpose");
        }
    }

    @Test
    void an_aborted_test_has_not_failed() {
        SampleRun.Result result = new SampleRun(directory).run(AbortedTestCase.class);

        assertThat(result.tests().aborted().count()).isEqualTo(1);
        assertThat(result.boxes()).isEmpty();
    }

    static class BeforeAllFailsTestCase {
        @BeforeAll
        static void begin(@SandboxWorkspace Workspace workspace) {
            fail("on purpose");
        }

        @Test
        void never_runs() {}
    }

    static class AfterAllFailsTestCase {
        @SandboxWorkspace
        static Workspace workspace;

        @Test
        void passes() {}

        @AfterAll
        static void end() {
            fail("on purpose");
        }
    }

    @Test
    void a_failure_of_the_class_itself_keeps_its_workspace() {
        assertThat(new SampleRun(directory.resolve("1"))
                        .run(BeforeAllFailsTestCase.class)
                        .boxes())
                .hasSize(1);
        assertThat(new SampleRun(directory.resolve("2"))
                        .run(AfterAllFailsTestCase.class)
                        .boxes())
                .hasSize(1);
    }

    static class ChoiceTestCase {
        @Test
        void passes(@SandboxWorkspace(keep = Keep.ALWAYS) Workspace always, @SandboxWorkspace Workspace asConfigured) {
            always.writeText("always", "");
            asConfigured.writeText("configured", "");
        }

        @Test
        void fails(@SandboxWorkspace(keep = Keep.NEVER) Workspace never, @SandboxWorkspace Workspace asConfigured) {
            never.writeText("never", "");
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void the_annotation_then_the_configuration_say_when_to_keep() {
        SampleRun.Result never = new SampleRun(directory.resolve("1"))
                .with(SandboxWorkspace.KEEP_KEY, "never")
                .run(ChoiceTestCase.class);
        SampleRun.Result always = new SampleRun(directory.resolve("2"))
                .with(SandboxWorkspace.KEEP_KEY, "Always")
                .run(ChoiceTestCase.class);
        SampleRun.Result byDefault = new SampleRun(directory.resolve("3")).run(ChoiceTestCase.class);

        assertThat(never.boxes())
                .singleElement()
                .satisfies(box -> assertThat(box.resolve("always")).exists());
        assertThat(always.boxes()).hasSize(3).noneMatch(box -> Files.exists(box.resolve("never")));
        assertThat(byDefault.boxes()).hasSize(2).noneMatch(box -> Files.exists(box.resolve("configured")));
    }

    // ---------------------------------------------------------------- what

    static class TwoWorkspacesTestCase {
        @Test
        void fails(@SandboxWorkspace Workspace one, @SandboxWorkspace Workspace two) {
            one.writeText("which", "one");
            two.writeText("which", "two");
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void two_workspaces_of_a_test_do_not_mix_their_attachments() {
        SampleRun.Result result = new SampleRun(directory).run(TwoWorkspacesTestCase.class);

        assertThat(result.attached())
                .containsOnlyKeys(
                        "workspace",
                        "commands.jsonl",
                        "workspace.json",
                        "workspace-2",
                        "commands-2.jsonl",
                        "workspace-2.json");
        assertThat(Stream.of("workspace", "workspace-2")
                        .map(name -> result.attached().get(name).resolve("which"))
                        .map(KeepTests::text))
                .containsExactlyInAnyOrder("one", "two");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // ---------------------------------------------------------------- how much

    static class ManyFailuresTestCase {
        @RepeatedTest(4)
        void fails(@SandboxWorkspace Workspace workspace) {
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void no_more_are_kept_than_configured() {
        SampleRun.Result result = new SampleRun(directory)
                .with(SandboxWorkspace.KEEP_COUNT_KEY, "3")
                .run(ManyFailuresTestCase.class);

        assertThat(result.boxes()).hasSize(3);
        assertThat(result.reported(SandboxWorkspace.KEPT_ENTRY)).hasSize(3);
        assertThat(result.reported(SandboxWorkspace.NOT_KEPT_ENTRY))
                .singleElement()
                .asString()
                .contains("3 workspaces", SandboxWorkspace.KEEP_COUNT_KEY);
    }

    static class BigFileTestCase {
        @Test
        void fails(@SandboxWorkspace Workspace workspace) {
            workspace.write("big", new byte[5000]);
            workspace.write("small", new byte[50]);
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void files_beyond_the_configured_bytes_are_left_out_and_named() throws IOException {
        SampleRun.Result result = new SampleRun(directory)
                .with(SandboxWorkspace.KEEP_BYTES_KEY, "1000")
                .run(BigFileTestCase.class);

        assertThat(result.attached().get("workspace")).isDirectoryNotContaining("glob:**/big");
        assertThat(result.attached().get("workspace").resolve("small")).hasSize(50);
        JsonNode leftOut = new JsonMapper()
                .readTree(result.attached().get("workspace.json").toFile())
                .get("leftOut");
        assertThat(leftOut.toString()).contains("\"big\"", SandboxWorkspace.KEEP_BYTES_KEY);
        assertThat(result.boxes().get(0).resolve("big")).hasSize(5000);
    }
}
