package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.mcp.transport.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as a client meets it: a process with three streams. */
@Timeout(90)
class ServerProcessTests {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private Wire start(String... args) throws IOException {
        process = new ProcessBuilder(Installation.command(args))
                .directory(directory.toFile())
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        return new Wire(process.getOutputStream(), process.getInputStream());
    }

    private Installation.Ended run(String... args) throws Exception {
        return Installation.run(directory, LIMIT, Installation.command(args));
    }

    private String stderr() throws IOException {
        return Files.readString(directory.resolve("stderr"));
    }

    @Test
    void the_end_of_the_input_ends_the_server_with_zero_and_without_a_word() throws Exception {
        Wire wire = start("mcp", "--provider", "local", "--unsandboxed").shakeHands();
        wire.close();

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(wire.messagesUntilEnd()).isZero();
        assertThat(stderr()).isEmpty();
    }

    @Test
    void a_piped_session_gets_all_its_answers() throws Exception {
        Wire wire = start("mcp", "--provider", "memory");
        wire.send(Wire.INITIALIZE);
        wire.send(Wire.INITIALIZED);
        wire.call("1", "write_file", "{\"path\":\"ä.txt\",\"content\":\"ü\"}");
        wire.close();

        wire.receive();
        assertThat(Wire.textOf(wire.receive())).contains("Created ä.txt: 2 bytes");
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void no_workspace_is_made_before_the_first_call_of_a_tool() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        Wire wire = start("mcp", "--provider", "local", "--unsandboxed", "--root", root.toString())
                .shakeHands();
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        assertThat(wire.receive().path("result").path("tools").size()).isEqualTo(13);
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"server/discover\",\"params\":{%s}}"
                .formatted(Wire.MODERN_META));
        wire.receive();
        assertThat(root).isEmptyDirectory();

        wire.call("3", "write_file", "{\"path\":\"a\",\"content\":\"\"}");
        wire.receive();

        assertThat(root).isNotEmptyDirectory();
    }

    @Test
    void a_running_command_ends_with_the_input() throws Exception {
        Wire wire = start("mcp", "--provider", "local", "--unsandboxed", "--root", root())
                .shakeHands();
        wire.call("1", "run_command", "{\"command\":\"echo $$ > pid; sleep 60\"}");
        long pid = awaitPid();

        wire.close();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    @Test
    void a_running_command_ends_with_a_signal_to_the_server() throws Exception {
        Wire wire = start("mcp", "--provider", "local", "--unsandboxed", "--root", root())
                .shakeHands();
        wire.call("1", "run_command", "{\"command\":\"echo $$ > pid; sleep 60\",\"background\":true}");
        long pid = awaitPid();

        process.destroy();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    private String root() throws IOException {
        return Files.createDirectory(directory.resolve("root")).toString();
    }

    private long awaitPid() throws Exception {
        Path file = directory.resolve("root/pid");
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!Files.exists(file) || Files.size(file) < 2) {
            assertThat(System.nanoTime()).as("the command starts: " + stderr()).isLessThan(deadline);
            LockSupport.parkNanos(20_000_000);
        }
        return Long.parseLong(Files.readString(file).strip());
    }

    @Test
    void what_a_tool_prints_never_reaches_the_client() throws Exception {
        List<String> words = new ArrayList<>(Installation.command());
        words.set(words.size() - 1, "dev.cofferdam.mcp.transport.DummyServer");
        process = new ProcessBuilder(words)
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        Wire wire = new Wire(process.getOutputStream(), process.getInputStream()).shakeHands();
        wire.call("1", "print", "{}");

        assertThat(Wire.textOf(wire.receive())).isEqualTo("printed");
        wire.close();
        assertThat(wire.messagesUntilEnd()).isZero();
        assertThat(stderr()).isEqualTo("a stray line\n");
    }

    @Test
    void a_provider_without_isolation_needs_a_word_of_consent() throws Exception {
        Installation.Ended ended = run("mcp", "--provider", "local");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("--unsandboxed", "leave --provider out", "(os)")
                .hasLineCount(1);
    }

    @Test
    void a_server_runs_its_commands_in_the_sandbox_of_the_system_when_no_provider_is_chosen() throws Exception {
        SystemSandbox.require();
        Path root = Files.createDirectory(directory.resolve("root"));
        Wire wire = start("mcp", "--root", root.toString()).shakeHands();
        wire.call("1", "run_command", "{\"command\":\"echo in > a; echo out > ../b; cat /proc/net/dev | wc -l\"}");
        JsonNode result = wire.receive().path("result").path("structuredContent");

        assertThat(root.resolve("a")).hasContent("in");
        assertThat(directory.resolve("b")).doesNotExist();
        assertThat(result.path("stderr").asText()).contains("Read-only file system");
        assertThat(result.path("stdout").asText().strip())
                .as("two lines of head, and the loopback")
                .isEqualTo("3");
        wire.close();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void a_machine_without_a_sandbox_is_told_what_to_install_and_nothing_runs() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        List<String> words = new ArrayList<>(Installation.command());
        words.add(1, "-Dos.name=Plan9");
        words.addAll(List.of("run", "--root", root.toString(), "--", "touch", "a"));

        Installation.Ended ended = Installation.run(directory, LIMIT, words);

        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err()).contains("SANDBOX_UNAVAILABLE", "NOT_LINUX", "--provider local");
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void a_root_that_is_not_there_is_refused_and_not_made() throws Exception {
        String missing = directory.resolve("no/such").toString();

        for (String provider : List.of("os", "local")) {
            Installation.Ended server = run("mcp", "--provider", provider, "--unsandboxed", "--root", missing);
            assertThat(server.code()).isEqualTo(2);
            assertThat(server.err()).contains("NOT_FOUND", missing, "create").hasLineCount(1);
            Installation.Ended command = run("run", "--provider", provider, "--root", missing, "--", "true");
            assertThat(command.code()).isEqualTo(125);
            assertThat(command.err()).contains("NOT_FOUND", missing, "create");
        }
        assertThat(directory.resolve("no")).doesNotExist();
    }

    @Test
    void the_root_of_the_file_system_is_no_root_for_a_sandbox() throws Exception {
        Installation.Ended ended = run("mcp", "--check", "--root", "/");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("is the root of the file system").doesNotContain("bwrap");
    }

    @Test
    void what_is_unknown_is_answered_with_what_is_known() throws Exception {
        Installation.Ended provider = run("mcp", "--provider", "nix");
        assertThat(provider.code()).isEqualTo(2);
        assertThat(provider.err()).contains("nix", "local");
        Installation.Ended group = run("mcp", "--tools", "files,snaps");
        assertThat(group.code()).isEqualTo(2);
        assertThat(group.err()).contains("snaps", "files, search, commands, trash");
        Installation.Ended option = run("mcp", "--option", "colour=red");
        assertThat(option.code()).isEqualTo(2);
        assertThat(option.err()).contains("colour");
        assertThat(run("mcp", "--option", "colour").code()).isEqualTo(2);
        assertThat(run("mcp", "--max-commands", "0").code()).isEqualTo(2);
        Installation.Ended flag = run("mcp", "--nonsense");
        assertThat(flag.code()).isEqualTo(2);
        assertThat(flag.err()).contains("--nonsense", "--provider");
        assertThat(flag.out()).isEmpty();
    }

    @Test
    void a_check_says_whether_a_workspace_opens() throws Exception {
        Installation.Ended good = run("mcp", "--provider", "local", "--unsandboxed", "--check");
        assertThat(good.code()).as(good.err()).isZero();
        assertThat(good.out()).startsWith("ok: provider local, isolation none, root /");
        Files.writeString(directory.resolve("file"), "");
        Installation.Ended bad =
                run("mcp", "--provider", "local", "--unsandboxed", "--check", "--root", directory + "/file");
        assertThat(bad.code()).as(bad.err()).isIn(2, 3);
        assertThat(bad.err()).startsWith("cofferdam mcp: ").doesNotContain("\tat ");
    }

    @Test
    void the_tools_are_printed_as_json() throws Exception {
        Installation.Ended all = run("mcp", "--list-tools");
        assertThat(all.code()).isZero();
        JsonNode tools = new ObjectMapper().readTree(all.out()).path("tools");
        assertThat(tools).hasSize(13);
        JsonNode readers = new ObjectMapper()
                .readTree(run("mcp", "--list-tools", "--read-only").out());
        assertThat(readers.path("tools").findValuesAsText("name"))
                .containsExactly("read_file", "list_files", "search_text", "file_info", "workspace_info");
        JsonNode some = new ObjectMapper()
                .readTree(run("mcp", "--list-tools", "--tools", "search,trash").out());
        assertThat(some.path("tools").findValuesAsText("name"))
                .containsExactly("search_text", "workspace_info", "restore_trash");
    }

    @Test
    void a_withheld_tool_says_why_it_is_not_there() throws Exception {
        Wire wire = start("mcp", "--provider", "memory", "--read-only", "--no-commands")
                .shakeHands();
        wire.call("1", "write_file", "{\"path\":\"a\",\"content\":\"\"}");

        JsonNode answer = wire.receive();

        assertThat(answer.path("result").path("isError").asBoolean()).isTrue();
        assertThat(Wire.textOf(answer)).startsWith("READ_ONLY: write_file").contains("--read-only");
    }

    @Test
    void help_and_version_go_to_standard_output() throws Exception {
        Installation.Ended help = run("--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("Usage: cofferdam", "mcp");
        assertThat(run("mcp", "--help").out()).contains("--unsandboxed");
        assertThat(run("--version").out()).startsWith("cofferdam ");
        Installation.Ended none = run();
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("mcp");
    }
}
