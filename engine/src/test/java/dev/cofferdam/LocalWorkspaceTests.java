package dev.cofferdam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole engine on the local provider; the contract itself is checked by the conformance suite. */
final class LocalWorkspaceTests {
    private final Workspace workspace = Workspaces.local().open();

    @AfterEach
    void close() {
        workspace.close();
    }

    @Test
    void files_and_commands_meet() {
        workspace.writeText("greet.sh", "echo hi $1");

        CommandResult result = workspace.exec(Command.of("sh", "greet.sh", "you"));

        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout().text()).isEqualTo("hi you\n");
        assertThat(workspace.exec("pwd").stdout().text()).isEqualTo(workspace.root() + "\n");
    }

    @Test
    void a_tree_of_any_depth_is_listed_and_fails_no_operation_with_an_error() {
        workspace.exec("mkdir deep; cd -P deep; i=0; while [ $i -lt 2500 ]; do mkdir d; cd -P ./d; i=$((i+1)); done");

        Listing listing = workspace.list("", ListOptions.recursive());

        assertThat(listing.entries()).hasSize(500);
        assertThat(listing.unreadable()).hasSize(1);
        assertThatThrownBy(workspace::snapshot)
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
    }

    @Test
    void a_tree_of_any_depth_goes_through_the_trash() {
        workspace.exec("mkdir deep; cd -P deep; i=0; while [ $i -lt 1600 ]; do mkdir d; cd -P ./d; i=$((i+1)); done");

        String id =
                workspace.remove("deep", RemoveOptions.defaults().withContents().toTrash());
        assertThat(workspace.exists("deep")).isFalse();
        assertThat(workspace.restoreFromTrash(id)).isEqualTo("deep");
        workspace.remove("deep", RemoveOptions.defaults().withContents().toTrash());
        assertThat(workspace.emptyTrash(Duration.ZERO)).isEqualTo(1);

        assertThat(Integer.parseInt(
                        workspace.exec("find . | wc -l").stdout().text().strip()))
                .isLessThan(10);
        assertThat(workspace.listTrash()).isEmpty();
    }

    @Test
    void a_copy_leaves_out_what_is_on_its_way_into_place() throws IOException {
        workspace.writeText("tree/f", "x");
        Files.writeString(Path.of(workspace.root(), "tree", ".cofferdam-0123456789"), "half");

        workspace.copy("tree", "copy");

        assertThat(Path.of(workspace.root(), "copy")).isDirectoryContaining("glob:**/f");
        assertThat(Path.of(workspace.root(), "copy", ".cofferdam-0123456789")).doesNotExist();
    }

    @Test
    void a_fifo_is_no_file_to_copy() {
        workspace.exec("mkfifo pipe");

        assertThatThrownBy(() -> workspace.copy("pipe", "copy"))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_A_FILE));
        assertThat(workspace.exists("copy")).isFalse();
    }

    @Test
    void a_fresh_root_goes_with_its_workspace() {
        Path root = Path.of(workspace.root());
        workspace.write("a/b", new byte[3]);
        assertThat(root.resolve("a/b")).hasSize(3);

        workspace.close();

        assertThat(root).doesNotExist();
        assertThatThrownBy(() -> workspace.read("a/b"))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }

    @Test
    void a_given_root_stays(@TempDir Path given) throws IOException {
        try (Workspace other = Workspaces.local().root(given).open()) {
            other.writeText("x", "1");
        }
        assertThat(given.resolve("x")).hasContent("1");
    }

    @Test
    void the_trash_gives_back() {
        workspace.writeText("dir/x", "1");
        String id =
                workspace.remove("dir", RemoveOptions.defaults().withContents().toTrash());
        assertThat(workspace.exists("dir")).isFalse();
        assertThat(workspace.listTrash())
                .singleElement()
                .satisfies(item -> assertThat(item.path()).isEqualTo("dir"));
        assertThat(workspace.restoreFromTrash(id)).isEqualTo("dir");
        assertThat(workspace.readText("dir/x")).isEqualTo("1");
        assertThat(workspace
                        .list("", ListOptions.recursive().includeHidden(true))
                        .paths())
                .containsExactly("dir", "dir/x");
    }

    @Test
    void a_running_command_keeps_removals_away() {
        workspace.writeText("x", "1");
        try (RunningCommand running = workspace.start(Command.of("sleep", "30"))) {
            assertThatThrownBy(() -> workspace.remove("x"))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY))
                    .hasMessageContaining("sleep");
            running.kill("enough");
            assertThatThrownBy(running::waitFor)
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED));
        }
        workspace.remove("x");
    }

    @Test
    void a_command_runs_out_of_time() {
        CommandResult result =
                workspace.exec(Command.shell("echo begun; sleep 30").timeout(Duration.ofMillis(300)));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.stdout().text()).isEqualTo("begun\n");
    }

    @Test
    void a_kept_root_can_be_reached_again() {
        String id;
        String root;
        try (Workspace kept = Workspaces.local().onClose(OnClose.KEEP).open()) {
            kept.writeText("x", "1");
            id = kept.id();
            root = kept.root();
        }
        assertThat(Path.of(root)).isDirectory();
        try (Workspace again =
                Workspaces.local().onClose(OnClose.DESTROY).connect(id).orElseThrow()) {
            assertThat(again.readText("x")).isEqualTo("1");
        }
        assertThat(Path.of(root)).doesNotExist();
        assertThat(Workspaces.local().connect(id)).isEmpty();
    }

    @Test
    void a_root_that_vanished_is_gone() throws IOException {
        workspace.start();
        Files.delete(Path.of(workspace.root()));
        assertThatThrownBy(() -> workspace.exec("true"))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GONE));
        assertThatThrownBy(() -> workspace.writeText("x", "1"))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GONE));
    }
}
