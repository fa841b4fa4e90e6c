package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

class WorkspaceTestTests {
    @TempDir
    private Path directory;

    static class NamedTestCase {
        @WorkspaceTest(providers = {"broken", "other"})
        void runs(@SandboxWorkspace(provider = "broken") Workspace workspace) {}
    }

    static class EachTestCase {
        @WorkspaceTest(providers = {"broken", "tyo"})
        void runs(@SandboxWorkspace Workspace workspace) {}
    }

    private static List<String> invocations(SampleRun.Result result) {
        return result.results().testEvents().stream()
                .filter(event -> event.getType() == EventType.DYNAMIC_TEST_REGISTERED)
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName())
                .toList();
    }

    @Test
    void each_provider_has_an_invocation_with_its_name() {
        SampleRun.Result result = new SampleRun(directory).run(EachTestCase.class);

        assertThat(invocations(result)).containsExactly("[broken]", "[tyo]");
        assertThat(result.failures().get(0)).hasMessageContaining("it is broken; mend it");
        assertThat(result.failures().get(1)).hasMessageContaining("There is no provider 'tyo'");
    }

    @Test
    void a_missing_provider_is_skipped_on_request_and_no_other() {
        SampleRun.Result result = new SampleRun(directory)
                .with(SandboxWorkspace.UNAVAILABLE_KEY, "skip")
                .run(EachTestCase.class);

        assertThat(result.tests().skipped().count()).isEqualTo(1);
        assertThat(result.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasStackTraceContaining("There is no provider 'tyo'"));
    }

    @Test
    void an_annotation_that_names_its_provider_keeps_it() {
        SampleRun.Result result = new SampleRun(directory).run(NamedTestCase.class);

        assertThat(result.failures())
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("it is broken; mend it"));
    }
}
