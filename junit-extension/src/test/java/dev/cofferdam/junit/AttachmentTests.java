package dev.cofferdam.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** What the attachments of a kept workspace say about its commands, and what they must not say. */
class AttachmentTests {
    private static final String PLANTED = "pl4nted-s3cret";

    @TempDir
    private Path directory;

    private static List<JsonNode> lines(Path file) throws IOException {
        JsonMapper json = new JsonMapper();
        List<JsonNode> nodes = new java.util.ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            nodes.add(json.readTree(line));
        }
        return nodes;
    }

    static class SeveralCommandsTestCase {
        @Test
        void fails(@SandboxWorkspace Workspace workspace) {
            workspace.writeText("src/a.txt", "alpha");
            workspace.exec("echo out; echo err >&2; exit 3");
            workspace.exec(Command.of("sh", "-c", "pwd").cwd("src"));
            workspace.exec("seq 1 20000");
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void files_commands_and_description_are_attached() throws IOException {
        SampleRun.Result result = new SampleRun(directory).run(SeveralCommandsTestCase.class);

        assertThat(result.attached()).containsOnlyKeys("workspace", "commands.jsonl", "workspace.json");
        assertThat(result.attached().get("workspace").resolve("src/a.txt")).hasContent("alpha");

        List<JsonNode> commands = lines(result.attached().get("commands.jsonl"));
        assertThat(commands).hasSize(3);
        assertThat(commands.get(0).get("argv").toString())
                .isEqualTo("[\"sh\",\"-c\",\"echo out; echo err >&2; exit 3\"]");
        assertThat(commands.get(0).get("cwd").asText()).isEqualTo(".");
        assertThat(commands.get(0).get("exitCode").asInt()).isEqualTo(3);
        assertThat(commands.get(0).get("stdout").asText()).isEqualTo("out\n");
        assertThat(commands.get(0).get("stderr").asText()).isEqualTo("err\n");
        assertThat(commands.get(0).get("durationMillis").asLong()).isNotNegative();
        assertThat(commands.get(1).get("cwd").asText()).isEqualTo("src");
        assertThat(commands.get(2).get("stdout").asText()).startsWith("1\n2\n").endsWith("20000\n");
        assertThat(commands.get(2).get("stdout").asText()).hasSizeLessThan(9000).contains("bytes left out");
        assertThat(commands.get(2).get("stdoutTruncated").asBoolean()).isTrue();

        JsonNode description = new JsonMapper()
                .readTree(result.attached().get("workspace.json").toFile());
        assertThat(description.get("provider").asText()).isEqualTo("toy");
        assertThat(description.get("declaredOn").asText())
                .isEqualTo("parameter workspace of method SeveralCommandsTestCase.fails");
        assertThat(description.get("root").asText())
                .isEqualTo(result.boxes().get(0).toString());
        assertThat(description.get("capabilities").toString()).contains("EXEC");
        assertThat(description.get("filesCopied").asInt()).isEqualTo(2);
    }

    static class StartedTestCase {
        @Test
        void fails(@SandboxWorkspace Workspace workspace) {
            workspace.start(Command.shell("echo done")).waitFor();
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void started_commands_are_attached_too() throws IOException {
        SampleRun.Result result = new SampleRun(directory).run(StartedTestCase.class);

        List<JsonNode> commands = lines(result.attached().get("commands.jsonl"));
        assertThat(commands).singleElement().satisfies(command -> {
            assertThat(command.get("exitCode").asInt()).isZero();
            assertThat(command.get("stdout").asText()).isEqualTo("done\n");
        });
    }

    static final class WithSecret implements WorkspaceCustomizer {
        @Override
        public void customize(WorkspaceBuilder builder, AnnotatedElementContext element, ExtensionContext context) {
            builder.env("FIRST", Secret.of(PLANTED + "1"));
        }
    }

    static class SecretTestCase {
        @Test
        void fails(@SandboxWorkspace(customizer = WithSecret.class) Workspace workspace) {
            workspace.exec("echo $FIRST; echo $FIRST > first.txt; touch $FIRST");
            workspace.exec("seq 1 1363; echo " + PLANTED + "2; seq 1 20000");
            workspace.exec(
                    Command.shell("echo $SECOND >&2; echo " + PLANTED + "2").env("SECOND", Secret.of(PLANTED + "2")));
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void secrets_are_in_no_attachment() throws IOException {
        SampleRun run = new SampleRun(directory);
        run.with(SandboxWorkspace.OPTIONS_KEY, "home=" + run.home() + ",token=" + PLANTED + "3");

        SampleRun.Result result = run.run(SecretTestCase.class);

        assertThat(lines(result.attached().get("commands.jsonl"))).hasSize(3);
        assertThat(result.attached().get("workspace").resolve("first.txt")).hasContent("***\n");
        assertThat(result.attached().get("workspace.json")).content().contains("\"token\" : \"***\"");
        try (Stream<Path> files = Files.walk(result.attachments())) {
            assertThat(files).hasSizeGreaterThan(3).allSatisfy(file -> {
                assertThat(file.toString()).doesNotContain(PLANTED);
                if (Files.isRegularFile(file)) {
                    assertThat(Files.readString(file, StandardCharsets.UTF_8)).doesNotContain(PLANTED);
                }
            });
        }
    }
}
