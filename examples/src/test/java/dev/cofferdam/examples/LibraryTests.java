package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.Workspaces;
import dev.cofferdam.fakes.Fakes;
import dev.cofferdam.fakes.InMemory;
import dev.cofferdam.workspace.CancelToken;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LibraryTests {
    @Test
    void a_snapshot_brings_a_removed_file_back() {
        try (Workspace workspace = Workspaces.local().open()) {
            workspace.writeText("greet.sh", "echo \"hi $1\"");
            Command greet = Command.of("sh", "greet.sh", "you").timeout(Duration.ofSeconds(5));
            assertThat(workspace.exec(greet).stdout().text()).isEqualTo("hi you\n");

            Snapshot before = workspace.snapshot();
            workspace.remove("greet.sh");
            workspace.restore(before.id());
            assertThat(workspace.exists("greet.sh")).isTrue();
        }
    }

    @Test
    void a_diff_tells_what_a_command_changed() {
        try (Workspace workspace = Workspaces.local().open()) {
            workspace.writeText("a.txt", "one\n");
            Snapshot before = workspace.snapshot();
            workspace.exec("echo two >> a.txt; echo new > b.txt");

            SnapshotDiff diff = workspace.diff(before.id());
            assertThat(diff.modified()).containsExactly("a.txt");
            assertThat(diff.added()).containsExactly("b.txt");
        }
    }

    @Test
    void an_error_has_a_code_and_a_path() {
        try (Workspace workspace = Workspaces.local().open()) {
            workspace.readText("missing.txt");
        } catch (WorkspaceException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(e.path()).contains("missing.txt");
            return;
        }
        throw new AssertionError("reading a missing file succeeded");
    }

    @Test
    void files_are_written_exactly_and_conditionally() {
        try (Workspace workspace = Workspaces.local().open()) {
            workspace.writeText("src/app.conf", "port = 1\n");
            workspace.writeText(
                    "src/app.conf", "debug = true\n", WriteOptions.defaults().appending());
            assertThat(workspace.readText("src/app.conf")).isEqualTo("port = 1\ndebug = true\n");

            assertThat(workspace
                            .list("", ListOptions.recursive().glob("**/*.conf"))
                            .entries())
                    .extracting(entry -> entry.path())
                    .containsExactly("src/app.conf");
        }
    }

    @Test
    void the_trash_gives_back() {
        try (Workspace workspace = Workspaces.local().open()) {
            workspace.writeText("notes.txt", "keep me\n");
            String id = workspace.remove("notes.txt", RemoveOptions.defaults().toTrash());
            workspace.restoreFromTrash(id);
            assertThat(workspace.readText("notes.txt")).isEqualTo("keep me\n");
        }
    }

    @Test
    void a_started_command_is_talked_to() throws Exception {
        try (Workspace workspace = Workspaces.local().open();
                RunningCommand cat = workspace.start(Command.of("cat"))) {
            cat.stdin().write("over\n".getBytes(StandardCharsets.UTF_8));
            cat.stdin().close();
            CommandResult result = cat.waitFor();
            assertThat(result.stdout().text()).isEqualTo("over\n");
        }
    }

    @Test
    void a_token_cancels() {
        CancelToken token = CancelToken.create();
        try (Workspace workspace = Workspaces.local().open()) {
            token.cancel("the user left");
            workspace.exec(Command.of("sleep", "60").cancelToken(token));
        } catch (WorkspaceException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.ABORTED);
            assertThat(e).hasMessageContaining("the user left");
            return;
        }
        throw new AssertionError("a cancelled command ran");
    }

    @Test
    void memory_has_programs_of_the_tests_own() {
        InMemory memory = Fakes.memory().program("git", (arguments, io) -> {
            io.println("main");
            return 0;
        });
        try (Workspace workspace = memory.open()) {
            CommandResult result = workspace.exec("git branch --show-current > branch && cat branch");
            assertThat(result.stdout().text()).isEqualTo("main\n");
        }
        assertThat(memory.commands()).hasSize(1);
    }

    @Test
    void a_kept_workspace_is_reached_again() {
        String id;
        try (Workspace workspace = Workspaces.local().onClose(OnClose.KEEP).open()) {
            workspace.writeText("state.txt", "42");
            id = workspace.id();
        }
        Optional<Workspace> again = Workspaces.local().onClose(OnClose.DESTROY).connect(id);
        try (Workspace workspace = again.orElseThrow()) {
            assertThat(workspace.readText("state.txt")).isEqualTo("42");
        }
        assertThat(Workspaces.local().connect(id)).isEmpty();
    }
}
