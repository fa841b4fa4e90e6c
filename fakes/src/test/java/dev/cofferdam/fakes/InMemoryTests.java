package dev.cofferdam.fakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class InMemoryTests {
    @Test
    void the_provider_is_found_by_its_name() {
        try (Workspace workspace = Workspaces.provider("memory").open()) {
            workspace.writeText("a/greet.sh", "echo hi $1");
            CommandResult result =
                    workspace.exec(Command.of("sh", "greet.sh", "you").cwd("a"));
            assertThat(result.stdout().text()).isEqualTo("hi you\n");
            assertThat(workspace.exec("pwd").stdout().text()).isEqualTo("/workspace\n");
            assertThat(workspace.root()).isEqualTo("/workspace");
        }
    }

    @Test
    void files_are_replaced_trashed_and_brought_back() {
        try (Workspace workspace = Fakes.memory().open()) {
            workspace.writeText("d/x", "1");
            Snapshot before = workspace.snapshot();
            workspace.writeText("d/x", "2");
            workspace.writeText("d/y", "3");
            String id = workspace.remove(
                    "d", RemoveOptions.defaults().withContents().toTrash());
            assertThat(workspace.exists("d")).isFalse();
            workspace.restoreFromTrash(id);
            assertThat(workspace.readText("d/x")).isEqualTo("2");
            workspace.restore(before.id());
            assertThat(workspace.readText("d/x")).isEqualTo("1");
            assertThat(workspace.list("d").paths()).containsExactly("d/x");
        }
    }

    @Test
    void programs_are_added_and_commands_recorded() {
        InMemory memory = Fakes.memory().program("git", (arguments, io) -> {
            io.println("on branch " + arguments.get(0));
            return 3;
        });
        try (Workspace workspace = memory.open()) {
            CommandResult result = workspace.exec(Command.of("git", "main").env("TOKEN", "t"));
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.stdout().text()).isEqualTo("on branch main\n");
        }
        assertThat(memory.commands())
                .containsExactly(new RecordedCommand(List.of("git", "main"), "/workspace", Set.of("TOKEN")));
    }

    @Test
    void sleep_goes_by_the_clock_of_the_test() {
        ManualClock clock = ManualClock.at(Instant.EPOCH);
        try (Workspace workspace = Fakes.memory().clock(clock).open();
                RunningCommand running = workspace.start(Command.of("sleep", "3600"))) {
            while (clock.sleepers() == 0) {
                assertThat(running.waitFor(Duration.ofMillis(1))).isEmpty();
            }
            clock.advance(Duration.ofHours(1));
            assertThat(running.waitFor().exitCode()).isZero();
        }
    }

    @Test
    void limits_end_commands() {
        try (Workspace workspace = Fakes.memory().open()) {
            CommandResult result =
                    workspace.exec(Command.shell("echo begun; sleep 30").timeout(Duration.ofMillis(200)));
            assertThat(result.timedOut()).isTrue();
            assertThat(result.stdout().text()).isEqualTo("begun\n");
        }
    }

    @Test
    void what_memory_cannot_do_is_unsupported() {
        try (Workspace workspace = Fakes.memory().open()) {
            assertThatThrownBy(() -> workspace.endpoint(80))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
        }
    }

    @Test
    void links_stay_inside() {
        try (Workspace workspace = Fakes.memory().open()) {
            workspace.exec("ln -s /etc out; ln -s /workspace/in absolute; mkdir in; ln -s loop loop");
            assertThatThrownBy(() -> workspace.writeText("out/passwd", "x"))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTSIDE_ROOT));
            workspace.writeText("absolute/x", "1");
            assertThat(workspace.readText("in/x")).isEqualTo("1");
            assertThatThrownBy(() -> workspace.read("loop"))
                    .isInstanceOfSatisfying(
                            WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
        }
    }
}
