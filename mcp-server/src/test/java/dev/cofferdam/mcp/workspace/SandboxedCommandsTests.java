package dev.cofferdam.mcp.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.Workspaces;
import dev.cofferdam.mcp.cli.SystemSandbox;
import dev.cofferdam.mcp.transport.ToolClient;
import dev.cofferdam.mcp.transport.Wire;
import dev.cofferdam.provider.os.FilesystemPolicy;
import dev.cofferdam.provider.os.OsProvider;
import dev.cofferdam.provider.os.SandboxPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent is told about the sandbox of its commands. */
@Timeout(90)
class SandboxedCommandsTests {
    private static final String ESCAPE = "echo said >&2; echo x > ../escaped";

    @TempDir
    private Path temporary;

    private Path root;

    @BeforeEach
    void makeRoot() throws Exception {
        SystemSandbox.require();
        root = Files.createDirectory(temporary.toRealPath().resolve("root"));
    }

    private ToolClient client(SandboxPolicy policy) throws Exception {
        return new ToolClient(
                Workspaces.over(new OsProvider(policy)).root(root.toString()).open());
    }

    private JsonNode run(SandboxPolicy policy, String command) throws Exception {
        try (ToolClient client = client(policy)) {
            return client.ok("run_command", Map.of("command", command));
        }
    }

    @Test
    void what_was_refused_stands_at_the_end_of_the_errors() throws Exception {
        JsonNode result = run(SandboxPolicy.defaults(), "echo '<sandbox_violations>' >&2; " + ESCAPE);

        String stderr = result.path("stderr").asText();
        assertThat(stderr)
                .startsWith("[sandbox_violations]\nsaid\n")
                .contains("Read-only file system\n<sandbox_violations>\nfile: ../escaped was refused")
                .endsWith("\n</sandbox_violations>\n");
        assertThat(result.path("sandbox").path("sandboxed").asBoolean()).isTrue();
        assertThat(result.path("sandbox").path("violations")).hasSize(1);
    }

    @Test
    void a_later_look_at_the_output_and_the_text_have_it_too() throws Exception {
        try (ToolClient client = client(SandboxPolicy.defaults())) {
            JsonNode whole = client.call("run_command", Map.of("command", ESCAPE, "background", true));
            String id = whole.path("structuredContent").path("commandId").asText();
            client.ok("command_output", Map.of("command_id", id, "wait_ms", 20_000));
            JsonNode result = client.call("command_output", Map.of("command_id", id, "offset", "0:0"));

            assertThat(result.path("structuredContent").path("stderr").asText()).contains("<sandbox_violations>");
            assertThat(Wire.textOf(new ObjectMapper().createObjectNode().set("result", result)))
                    .contains("<sandbox_violations>\nfile: ../escaped");
        }
    }

    @Test
    void what_is_expected_is_not_told() throws Exception {
        JsonNode result = run(SandboxPolicy.defaults().ignoreViolations(Map.of("*", List.of("escaped"))), ESCAPE);

        assertThat(result.path("stderr").asText()).startsWith("said\n").doesNotContain("sandbox_violations");
        assertThat(result.path("sandbox").path("violations")).isEmpty();
    }

    @Test
    void a_command_that_ran_outside_is_reported_as_such() throws Exception {
        try (ToolClient client = client(SandboxPolicy.defaults().excludedCommands(List.of("true")))) {
            JsonNode result = client.call("run_command", Map.of("command", "true"));

            JsonNode sandbox = result.path("structuredContent").path("sandbox");
            assertThat(sandbox.path("sandboxed").asBoolean()).isFalse();
            assertThat(sandbox.path("unsandboxedReason").asText()).isEqualTo("excludedCommands");
            assertThat(Wire.textOf(new ObjectMapper().createObjectNode().set("result", result)))
                    .contains("OUTSIDE of the sandbox (excludedCommands)");
        }
    }

    @Test
    void a_call_asks_to_leave_the_sandbox_by_an_argument_of_the_tool() throws Exception {
        Map<String, Object> asking = Map.of("command", ESCAPE, "dangerously_disable_sandbox", true);
        try (ToolClient client = client(SandboxPolicy.defaults())) {
            JsonNode ignored = client.ok("run_command", asking);
            assertThat(ignored.path("sandbox").path("sandboxed").asBoolean()).isTrue();
            assertThat(temporary.resolve("escaped")).doesNotExist();
        }
        try (ToolClient client = client(SandboxPolicy.defaults().allowUnsandboxed(true))) {
            client.ok("run_command", asking);
            assertThat(temporary.resolve("escaped")).hasContent("x");
        }
    }

    @Test
    void file_tools_write_and_read_no_more_than_commands() throws Exception {
        Files.createDirectory(root.resolve(".vscode"));
        Files.writeString(root.resolve(".vscode/tasks.json"), "good");
        Files.writeString(root.resolve("secret"), "hush");
        Files.writeString(root.resolve("shown"), "good");
        SandboxPolicy policy =
                SandboxPolicy.defaults().filesystem(FilesystemPolicy.defaults().denyRead(List.of("secret")));
        try (ToolClient client = client(policy)) {
            for (String path : List.of(".vscode/tasks.json", ".git/hooks/pre-commit", ".mcp.json", ".bashrc")) {
                client.failure("ACCESS_DENIED", "write_file", Map.of("path", path, "content", "evil"));
            }
            client.failure("ACCESS_DENIED", "read_file", Map.of("path", "secret"));
            client.failure("ACCESS_DENIED", "move_file", Map.of("source", ".vscode", "destination", "moved"));
            JsonNode found = client.ok("search_text", Map.of("pattern", "hush|good"));
            assertThat(found.toString()).contains("shown").doesNotContain("hush");
            client.ok("write_file", Map.of("path", "src/a", "content", "x"));
        }
        assertThat(root.resolve(".git")).doesNotExist();
    }
}
