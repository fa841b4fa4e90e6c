package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordingWorkspaceTests {
    private final Redaction redaction = new Redaction();
    private final CommandLog log = new CommandLog(redaction);

    private Workspace recording(InvocationHandler handler) {
        Workspace bare = (Workspace)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Workspace.class}, handler);
        return RecordingWorkspace.over(bare, log);
    }

    private static CommandResult printing(String stdout) {
        byte[] bytes = stdout.getBytes(StandardCharsets.UTF_8);
        return new CommandResult(
                0,
                Output.of(bytes, false, bytes.length),
                Output.empty(),
                Duration.ofMillis(5),
                false,
                OptionalInt.empty(),
                Optional.empty());
    }

    @Test
    void everything_but_commands_is_handed_on() {
        Workspace workspace = recording((proxy, method, arguments) -> method.getName() + arguments[0]);

        assertThat(workspace.readText("a.txt")).isEqualTo("readTexta.txt");
        assertThat(log.entries()).isEmpty();
    }

    @Test
    void it_is_itself() {
        Workspace workspace = recording((proxy, method, arguments) -> proxy);

        assertThat(workspace.start()).isSameAs(workspace);
        assertThat(Set.of(workspace)).contains(workspace);
        assertThat(workspace).isNotEqualTo(recording((proxy, method, arguments) -> proxy));
    }

    @Test
    void failures_come_through_as_they_are_and_are_written_down() {
        WorkspaceException failure = WorkspaceException.of(ErrorCode.ABORTED, "cancelled");
        Workspace workspace = recording((proxy, method, arguments) -> {
            throw failure;
        });

        assertThatThrownBy(() -> workspace.read("a")).isSameAs(failure);
        assertThatThrownBy(() -> workspace.exec("sleep 9")).isSameAs(failure);
        assertThat(log.entries())
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry).containsEntry("error", "ABORTED").containsEntry("message", "cancelled"));
    }

    @Test
    void only_the_last_thousand_commands_are_remembered() {
        Workspace workspace = recording((proxy, method, arguments) -> printing(""));

        for (int i = 1; i <= 1005; i++) {
            workspace.exec("echo " + i);
        }

        assertThat(log.dropped()).isEqualTo(5);
        assertThat(log.entries()).hasSize(1000);
        assertThat(log.entries().get(0)).containsEntry("argv", List.of("sh", "-c", "echo 6"));
    }

    @Test
    void a_secret_across_the_cut_of_a_long_output_leaves_no_half() {
        String output = "x".repeat(4090) + "pl4nted-s3cret" + "y".repeat(9000);
        Workspace workspace = recording((proxy, method, arguments) -> printing(output));

        workspace.exec(Command.of("print").env("KEY", Secret.of("pl4nted-s3cret")));

        Map<String, Object> entry = log.entries().get(0);
        assertThat(entry.get("stdout").toString()).contains("xx***").doesNotContain("pl4n", "cret");
        assertThat(entry).containsEntry("stdoutTotalBytes", (long) output.length());
    }

    @Test
    void a_secret_that_holds_another_is_blotted_out_whole() {
        redaction.add("abc");
        redaction.add("abcdef");

        assertThat(redaction.apply("<abcdef> <abc>")).isEqualTo("<***> <***>");
        assertThat(redaction.apply("<äbc abcdef>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("<äbc ***>".getBytes(StandardCharsets.UTF_8));
        assertThat(redaction.apply(new byte[] {(byte) 0xff, 'a', 'b', 'c', (byte) 0xfe}))
                .containsExactly(0xff, '*', '*', '*', 0xfe);
    }
}
