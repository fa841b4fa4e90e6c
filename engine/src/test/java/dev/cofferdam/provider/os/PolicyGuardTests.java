package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands must not write or read, file operations do not either. */
@Timeout(120)
class PolicyGuardTests {
    private static final SandboxPolicy PLAIN = SandboxPolicy.defaults();

    @TempDir
    Path temporary;

    private Bed bed;

    @BeforeAll
    static void find_the_sandbox() {
        BubblewrapHere.require();
    }

    @BeforeEach
    void make_a_project() throws Exception {
        bed = new Bed(temporary, Blueprint.whole());
        bed.git();
        bed.file("src/a", "text");
        bed.file(".vscode/tasks.json", "good");
    }

    private Workspace open(SandboxPolicy policy) {
        return Workspaces.over(bed.provider(policy)).root(bed.root().toString()).open();
    }

    private static SandboxPolicy hiding(String... paths) {
        return PLAIN.filesystem(FilesystemPolicy.defaults().denyRead(List.of(paths)));
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
            assertThat(e).hasMessageContaining("policy of the sandbox");
        });
    }

    private List<String> tree() throws IOException {
        try (Stream<Path> files = Files.walk(bed.root())) {
            return files.map(file -> bed.root().relativize(file).toString())
                    .filter(file -> !file.startsWith(".cofferdam"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git/hooks/pre-commit",
                ".git/config",
                ".git/commondir",
                "link/hooks/pre-commit",
                "link/../.git/config",
                ".bashrc",
                ".claude/settings.json",
                ".mcp.json",
                ".vscode/tasks.json",
                ".vscode/new/deep",
                ".gitmodules"
            })
    void a_protected_name_is_not_written_in_any_way(String path) throws Exception {
        Files.createSymbolicLink(bed.root().resolve("link"), Path.of(".git"));
        List<String> before = tree();
        try (Workspace workspace = open(PLAIN)) {
            refused(() -> workspace.writeText(path, "evil"));
            refused(() ->
                    workspace.writeText(path, "evil", WriteOptions.defaults().appending()));
            refused(() -> workspace.touch(path));
            refused(() ->
                    workspace.rename("src/a", path, RenameOptions.defaults().overwriting()));
            if (!workspace.exists(path)) {
                refused(() -> workspace.mkdir(path));
                refused(() -> workspace.symlink(path, "src/a"));
                refused(() -> workspace.copy("src/a", path));
            } else {
                refused(() -> workspace.setMode(path, 0777));
                refused(() -> workspace.remove(path));
                refused(() -> workspace.remove(path, RemoveOptions.defaults().toTrash()));
                refused(() -> workspace.rename(path, "moved"));
            }
        }
        assertThat(tree()).isEqualTo(before);
        assertThat(bed.root().resolve(".vscode/tasks.json")).hasContent("good");
    }

    @ParameterizedTest
    @ValueSource(strings = {".git", ".vscode"})
    void what_holds_something_protected_is_neither_moved_nor_removed(String path) throws Exception {
        try (Workspace workspace = open(PLAIN)) {
            refused(() -> workspace.rename(path, "moved"));
            refused(() -> workspace.remove(path, RemoveOptions.defaults().withContents()));
            refused(() -> workspace.remove(
                    path, RemoveOptions.defaults().withContents().toTrash()));
        }
        assertThat(bed.root().resolve(path)).isNotEmptyDirectory();
    }

    @Test
    void everything_else_is_written_as_ever() {
        try (Workspace workspace = open(PLAIN)) {
            workspace.writeText(".git/info/exclude", "x");
            workspace.writeText("src/.bashrc", "x");
            workspace.rename("src", "other");
            workspace.copy("other", "src");
            workspace.remove("other", RemoveOptions.defaults().withContents());
            assertThat(workspace.readText(".git/config")).contains("[core]");
            assertThat(workspace.readText("src/.bashrc")).isEqualTo("x");
        }
    }

    @Test
    void a_fresh_root_and_a_policy_without_files_are_free() {
        try (Workspace workspace = Workspaces.over(bed.provider(PLAIN)).open()) {
            workspace.writeText(".bashrc", "x");
            workspace.writeText(".git/hooks/x", "x");
        }
        try (Workspace workspace =
                open(PLAIN.filesystem(FilesystemPolicy.defaults().disabled(true)))) {
            workspace.writeText(".bashrc", "x");
        }
    }

    @Test
    void what_is_denied_to_be_written_is_in_a_fresh_root_as_well() {
        SandboxPolicy policy = PLAIN.filesystem(FilesystemPolicy.defaults().denyWrite(List.of("fixed")));
        try (Workspace workspace = Workspaces.over(bed.provider(policy)).open()) {
            workspace.writeText("free", "x");
            refused(() -> workspace.writeText("fixed/a", "x"));
        }
    }

    @Test
    void hidden_files_are_not_read_by_any_name() throws Exception {
        bed.file("secret/key", "hush");
        bed.file("secret/open/a", "shown");
        bed.file("conf/.env", "hush");
        bed.file("conf/other", "shown");
        Files.createSymbolicLink(bed.root().resolve("alias"), Path.of("secret/key"));
        Files.createSymbolicLink(bed.root().resolve("way"), Path.of("secret"));
        SandboxPolicy policy = PLAIN.filesystem(FilesystemPolicy.defaults()
                .denyRead(List.of("secret", "**/.env"))
                .allowRead(List.of("secret/open")));
        try (Workspace workspace = open(policy)) {
            for (String path : List.of("secret/key", "alias", "way/key", "conf/.env", "conf/../conf/.env")) {
                refused(() -> workspace.read(path));
                refused(() -> workspace.read(path, 0, 2));
            }
            refused(() -> workspace.list("secret"));
            refused(() -> workspace.list("way"));
            refused(() -> workspace.stat("secret/key"));
            refused(() -> workspace.exists("secret/key"));
            refused(() -> workspace.copy("secret", "taken"));
            refused(() -> workspace.copy("conf", "taken"));
            refused(() -> workspace.rename("conf", "taken"));
            refused(() -> workspace.rename("conf/.env", "taken"));
            assertThat(workspace.readText("secret/open/a")).isEqualTo("shown");
            assertThat(workspace.readText("conf/other")).isEqualTo("shown");
            Listing all = workspace.list(".", ListOptions.recursive());
            assertThat(all.paths()).contains("secret", "conf/other").doesNotContain("secret/key");
            assertThat(all.unreadable()).containsExactly("secret");
        }
    }

    @Test
    void what_was_hidden_is_not_in_a_snapshot_that_a_command_can_read() throws Exception {
        bed.file("secret", "hush-hush");
        try (Workspace workspace = open(hiding("secret"))) {
            workspace.snapshot();
            assertThat(workspace
                            .exec("ls .cofferdam/* ; cat .cofferdam/*/* ; ls -d .")
                            .stdout()
                            .text())
                    .isEqualTo(".\n");
        }
        try (Workspace workspace = open(PLAIN)) {
            assertThat(workspace.exec("ls .cofferdam").stdout().text()).contains("snapshots");
        }
    }

    @Test
    void what_stands_in_for_a_protected_file_while_a_command_runs_is_no_directory_to_write_in() throws Exception {
        try (Workspace workspace = open(PLAIN);
                RunningCommand running = workspace.start(Command.shell("echo up; cat"))) {
            long start = System.nanoTime();
            while (running.stdout().text().isEmpty() && System.nanoTime() - start < 30_000_000_000L) {
                Thread.onSpinWait();
            }
            assertThat(bed.root().resolve(".claude")).isDirectory();
            refused(() -> workspace.writeText(".claude/new", "x"));
            running.stdin().close();
            running.waitFor();
        }
        assertThat(bed.root().resolve(".claude")).doesNotExist();
    }

    @Test
    void a_second_name_of_a_protected_file_keeps_nobody_from_other_files() throws Exception {
        Files.createLink(bed.root().resolve("second"), bed.root().resolve(".vscode/tasks.json"));
        try (Workspace workspace = open(PLAIN)) {
            workspace.writeText("src/a", "new");
            workspace.writeText("second", "another file now");
            refused(() -> workspace.writeText(".vscode/tasks.json", "x"));
        }
        assertThat(bed.root().resolve(".vscode/tasks.json")).hasContent("good");
    }
}
