package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The official clients list and call every tool, in every era that they speak. */
@Timeout(600)
class OfficialClientsTests {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(200);

    /** Each tool once, in an order in which each one succeeds; command_output needs an id and comes on its own. */
    private static final List<Map.Entry<String, Map<String, Object>>> CALLS = List.of(
            Map.entry("workspace_info", Map.of()),
            Map.entry("write_file", Map.of("path", "a.txt", "content", "one\ntwo\n")),
            Map.entry(
                    "edit_file",
                    Map.of("path", "a.txt", "edits", List.of(Map.of("old_text", "two", "new_text", "zwei ü")))),
            Map.entry("read_file", Map.of("path", "a.txt")),
            Map.entry("list_files", Map.of()),
            Map.entry("search_text", Map.of("pattern", "zwei")),
            Map.entry("file_info", Map.of("path", "a.txt")),
            Map.entry("make_directory", Map.of("path", "d/e")),
            Map.entry("move_file", Map.of("source", "a.txt", "destination", "d/b.txt")),
            Map.entry("run_command", Map.of("command", "cat d/b.txt; exit 3")),
            Map.entry("delete_file", Map.of("path", "d/b.txt")));

    @TempDir
    private Path directory;

    private Path clients;

    @BeforeEach
    void findClients() {
        boolean installed = Installation.clients().isPresent();
        if (System.getenv("CI") != null) {
            assertThat(installed)
                    .as("CI runs mcp-server/ci/setup before the tests")
                    .isTrue();
        }
        assumeTrue(installed, "NOT RUN: mcp-server/ci/setup has not installed the MCP clients");
        clients = Installation.clients().orElseThrow();
    }

    /** The link leads out of the directory, about which its removal would warn. */
    @AfterEach
    void unlinkLibraries() throws IOException {
        Files.deleteIfExists(directory.resolve("node_modules"));
    }

    @ParameterizedTest
    @CsvSource({
        "v1, legacy, local",
        "v2, legacy, local",
        "v2, auto, local",
        "v2, pin, local",
        "v2, auto, os",
        "v1, legacy, memory",
        "v2, legacy, memory",
        "v2, auto, memory",
        "v2, pin, memory"
    })
    void a_typescript_client_calls_every_tool(String sdk, String mode, String provider) throws Exception {
        List<Map<String, Object>> calls = new ArrayList<>();
        CALLS.forEach(call -> calls.add(Map.of("name", call.getKey(), "arguments", call.getValue())));
        calls.add(Map.of("name", "restore_trash", "arguments", Map.of("trash_id", "unknown")));
        calls.add(Map.of("name", "command_output", "arguments", Map.of("command_id", "unknown")));
        if (provider.equals("os")) {
            SystemSandbox.require();
        }
        List<String> server = Installation.command("mcp", "--provider", provider, "--unsandboxed");
        Map<String, Object> plan = new LinkedHashMap<>();
        plan.put("sdk", sdk);
        plan.put("mode", mode);
        plan.put("command", server.get(0));
        plan.put("args", server.subList(1, server.size()));
        plan.put("calls", calls);

        Installation.Ended ended = Installation.run(
                directory,
                LIMIT,
                List.of(
                        clients.resolve("node").toString(),
                        Installation.script(directory, clients, "call-all.mjs").toString(),
                        JSON.writeValueAsString(plan)));

        assertThat(ended.code()).as(ended.err()).isZero();
        JsonNode report = JSON.readTree(ended.out());
        assertThat(report.path("server").asText()).isEqualTo("cofferdam");
        if (sdk.equals("v2")) {
            assertThat(report.path("version").asText()).isEqualTo(mode.equals("legacy") ? "2025-11-25" : "2026-07-28");
        }
        Set<String> called = new TreeSet<>();
        calls.forEach(call -> called.add((String) call.get("name")));
        assertThat(names(report.path("tools"))).isEqualTo(called);
        for (int i = 0; i < CALLS.size(); i++) {
            assertThat(report.path("results").path(i).path("isError").asBoolean())
                    .as(report.path("results").path(i).toString())
                    .isFalse();
        }
        assertThat(report.path("results").path(CALLS.size()).path("isError").asBoolean())
                .isTrue();
        assertThat(report.path("results")
                        .path(9)
                        .path("structuredContent")
                        .path("stdout")
                        .asText())
                .isEqualTo("one\nzwei ü\n");
        assertThat(report.path("aborted").asBoolean())
                .as("an aborted command is gone")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"legacy", "auto", "modern"})
    void the_inspector_lists_strictly_and_calls_every_tool(String era) throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        Installation.Ended listed = inspect(era, root, "--method", "tools/list", "--strict");
        assertThat(listed.code()).as(listed.out() + listed.err()).isZero();
        Set<String> listedNames = new TreeSet<>();
        JSON.readTree(listed.out())
                .path("tools")
                .forEach(tool -> listedNames.add(tool.path("name").asText()));

        Set<String> called = new TreeSet<>();
        String trashId = "";
        for (Map.Entry<String, Map<String, Object>> call : CALLS) {
            JsonNode result = call(era, root, call.getKey(), call.getValue());
            called.add(call.getKey());
            trashId = result.path("structuredContent").path("trashId").asText(trashId);
        }
        call(era, root, "restore_trash", Map.of("trash_id", trashId));
        called.add("restore_trash");
        // Each call has a server of its own, so no command of before is there: an error of the tool, exit code 5.
        Installation.Ended unknown = inspect(era, root, toolCall("command_output", Map.of("command_id", "cmd_gone")));
        assertThat(unknown.code()).as(unknown.out()).isEqualTo(5);
        assertThat(unknown.out() + unknown.err()).contains("NOT_FOUND");
        called.add("command_output");
        assertThat(called).isEqualTo(listedNames);
    }

    private JsonNode call(String era, Path root, String tool, Map<String, Object> arguments) throws Exception {
        Installation.Ended ended = inspect(era, root, toolCall(tool, arguments));
        assertThat(ended.code()).as(tool + ": " + ended.out() + ended.err()).isZero();
        return JSON.readTree(ended.out());
    }

    private static String[] toolCall(String tool, Map<String, Object> arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("--method", "tools/call", "--tool-name", tool));
        for (Map.Entry<String, Object> argument : arguments.entrySet()) {
            words.add("--tool-arg");
            Object value = argument.getValue();
            words.add(argument.getKey() + "=" + (value instanceof String ? value : JSON.writeValueAsString(value)));
        }
        return words.toArray(String[]::new);
    }

    private Installation.Ended inspect(String era, Path root, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "/usr/bin/env",
                "HOME=" + directory,
                clients.resolve("node").toString(),
                clients.resolve("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
                        .toString(),
                "--cli",
                "--protocol-era",
                era));
        all.addAll(Installation.command("mcp", "--provider", "local", "--unsandboxed", "--root", root.toString()));
        all.addAll(List.of(words));
        return Installation.run(directory, LIMIT, all);
    }

    private static Set<String> names(JsonNode tools) {
        Set<String> names = new TreeSet<>();
        tools.forEach(tool -> names.add(tool.asText()));
        return names;
    }
}
