package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

/** The files that a workspace begins with. */
class FixtureTests {
    @TempDir
    private Path directory;

    static class FilesTestCase {
        @Test
        void are_there(@SandboxWorkspace(files = "fixtures/parser") Workspace workspace) {
            assertThat(workspace.readText("src/parser.js")).contains("exports.parse");
        }
    }

    static class ConfiguredFilesTestCase {
        @Test
        void are_there(@SandboxWorkspace Workspace workspace) {
            assertThat(workspace.exists("src/parser.js")).isTrue();
        }
    }

    static class MissingFilesTestCase {
        @SandboxWorkspace(files = "fixtures/nowhere")
        Workspace workspace;

        @Test
        void never_runs() {}
    }

    @Test
    void files_are_copied_from_the_class_path() {
        assertThat(new SampleRun(directory.resolve("1"))
                        .run(FilesTestCase.class)
                        .failures())
                .isEmpty();
        assertThat(new SampleRun(directory.resolve("2"))
                        .with(SandboxWorkspace.FILES_KEY, "fixtures/parser")
                        .run(ConfiguredFilesTestCase.class)
                        .failures())
                .isEmpty();
    }

    @Test
    void missing_files_are_refused_and_leave_nothing() {
        SampleRun.Result result = new SampleRun(directory).run(MissingFilesTestCase.class);

        assertThat(result.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(ExtensionConfigurationException.class)
                        .hasMessageContainingAll(
                                "field MissingFilesTestCase.workspace",
                                "'fixtures/nowhere' is not on the class path",
                                "src/test/resources"));
        assertThat(result.asked("create")).isEqualTo(1);
        assertThat(result.boxes()).isEmpty();
        assertThat(result.attached()).isEmpty();
    }
}
