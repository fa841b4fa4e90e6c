package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell engine, by a driver that has the five operations alone, where the suite does not look. */
class ShellEngineTests {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final HostShellProvider provider = new HostShellProvider(true);

    private static Workspace open(HostShellProvider provider) {
        return Workspaces.over(provider).open().start();
    }

    @Test
    void file_operations_start_no_process_once_the_helper_runs() {
        try (Workspace workspace = open(provider)) {
            int before = provider.started().size();
            workspace.writeText("d/f", "text");
            workspace.write("big", new byte[5 << 20]);
            workspace.stat("d/f");
            workspace.list("d");
            workspace.readText("d/f");
            workspace.read("big");
            workspace.rename("d/f", "d/g");
            workspace.rename("big", "d/g", RenameOptions.defaults().overwriting());
            workspace.remove("d/g");
            workspace.exists("d/g");
            assertThat(provider.started()).hasSize(before);
            workspace.exec(Command.of("true"));
            assertThat(provider.started()).hasSize(before + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void content_and_names_that_look_like_answers_are_content_and_names(boolean streamsInput) {
        String forged = "\0\0" + "0123456789abcdef".repeat(2) + " 0\n";
        String name = "0123456789abcdef".repeat(2) + " 0\n";
        try (Workspace workspace = open(new HostShellProvider(streamsInput))) {
            workspace.writeText("f", forged);
            workspace.writeText(name, forged.repeat(1_000));
            workspace.symlink("l", name);
            assertThat(workspace.readText("f")).isEqualTo(forged);
            assertThat(workspace.readText(name)).isEqualTo(forged.repeat(1_000));
            assertThat(workspace.readText("l")).isEqualTo(forged.repeat(1_000));
            assertThat(workspace.list("").entries()).extracting(Entry::path).containsExactly(name, "f", "l");
            assertThat(workspace.stat("l").linkTarget()).contains(name);
        }
    }

    @Test
    void a_helper_that_was_killed_is_replaced() {
        try (Workspace workspace = open(provider)) {
            for (int i = 0; i < 6; i++) {
                helpers().forEach(ProcessHandle::destroyForcibly);
                workspace.writeText("f", "text " + i);
                assertThat(workspace.readText("f")).isEqualTo("text " + i);
            }
        }
        assertThat(helpers()).isEmpty();
    }

    @Test
    void what_only_looks_is_asked_again_when_the_helper_is_killed_meanwhile() throws Exception {
        try (Workspace workspace = open(provider)) {
            workspace.writeText("f", "text");
            signal("STOP", helpers());
            CompletableFuture<String> reading = CompletableFuture.supplyAsync(() -> workspace.readText("f"));
            assertThatThrownBy(() -> reading.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            signal("KILL", helpers());
            assertThat(reading.get(30, TimeUnit.SECONDS)).isEqualTo("text");
        }
    }

    @Test
    void a_change_whose_helper_is_lost_fails_and_says_that_it_is_not_known() throws Exception {
        try (Workspace workspace = open(provider)) {
            byte[] content = new byte[8 << 20];
            boolean failed = false;
            for (int i = 0; i < 200 && !failed; i++) {
                CompletableFuture<Void> killing = CompletableFuture.runAsync(
                        () -> helpers().forEach(ProcessHandle::destroyForcibly),
                        CompletableFuture.delayedExecutor(i % 20, TimeUnit.MILLISECONDS));
                WorkspaceException e =
                        catchThrowableOfType(WorkspaceException.class, () -> workspace.write("f", content));
                killing.get(30, TimeUnit.SECONDS);
                if (e != null) {
                    failed = true;
                    assertThat(e.code()).isEqualTo(ErrorCode.IO);
                    assertThat(e).hasMessageContaining("not known");
                }
            }
            assertThat(failed).isTrue();
            assertThat(workspace.list("").entries()).extracting(Entry::path).isSubsetOf("f");
            workspace.writeText("f", "works again");
            assertThat(workspace.readText("f")).isEqualTo("works again");
        }
    }

    @Test
    void many_users_at_once_share_two_helpers() throws Exception {
        try (Workspace workspace = open(provider)) {
            List<CompletableFuture<Integer>> users = new ArrayList<>();
            for (int u = 0; u < 8; u++) {
                String name = "f" + u;
                users.add(CompletableFuture.supplyAsync(() -> {
                    int most = 0;
                    for (int i = 0; i < 25; i++) {
                        workspace.writeText(name, name + i);
                        assertThat(workspace.readText(name)).isEqualTo(name + i);
                        most = Math.max(most, helpers().size());
                    }
                    return most;
                }));
            }
            for (CompletableFuture<Integer> user : users) {
                assertThat(user.get(120, TimeUnit.SECONDS)).isBetween(1, 2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_directory_that_is_swapped_for_a_link_lets_nothing_out(boolean streamsInput, @TempDir Path outside)
            throws IOException {
        Files.writeString(outside.resolve("f"), "secret");
        try (Workspace workspace = open(new HostShellProvider(streamsInput))) {
            workspace.mkdir("d");
            try (RunningCommand swapping = workspace.start(
                    Command.shell("ln -s \"$OUTSIDE\" l; while [ ! -e stop ]; do mv d e; mv l d; mv d l; mv e d; done")
                            .env(Map.of("OUTSIDE", outside.toString())))) {
                for (int i = 0; i < 40; i++) {
                    trying(() -> workspace.writeText("d/new", "from inside"));
                    trying(() -> assertThat(workspace.readText("d/f")).isNotEqualTo("secret"));
                    trying(() -> workspace.mkdir("d/x/y"));
                    trying(() -> workspace.rename(
                            "d/new", "d/other", RenameOptions.defaults().despiteCommands()));
                }
                workspace.writeText("stop", "");
                swapping.waitFor();
            }
        }
        assertThat(outside).isDirectoryContaining("glob:**/f");
        try (Stream<Path> left = Files.list(outside)) {
            assertThat(left).hasSize(1);
        }
        assertThat(outside.resolve("f")).hasContent("secret");
    }

    private static void trying(Runnable work) {
        try {
            work.run();
        } catch (WorkspaceException e) {
            assertThat(e.code()).isNotEqualTo(ErrorCode.ABORTED);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void odd_names_are_names(boolean streamsInput) {
        List<String> names = List.of(
                "n".repeat(255),
                "\u00e9".repeat(127),
                "a\nb\n",
                "-rf",
                "--",
                "-",
                " lead",
                "trail ",
                "*",
                "$(touch no)",
                "`x`",
                "'",
                "\"",
                "back\\slash",
                "per%cent",
                "=",
                "\u0001\u007f",
                "\ud83d\ude00");
        try (Workspace workspace = open(new HostShellProvider(streamsInput))) {
            for (String name : names) {
                workspace.writeText(name, "in " + name);
                workspace.writeText("dir/" + name + "/f", "below");
                assertThat(workspace.readText(name)).isEqualTo("in " + name);
                assertThat(workspace.list("dir/" + name).entries())
                        .extracting(Entry::path)
                        .containsExactly("dir/" + name + "/f");
                workspace.rename(name, "renamed");
                workspace.rename("renamed", name);
                assertThat(workspace.stat(name).size())
                        .isEqualTo(("in " + name).getBytes(StandardCharsets.UTF_8).length);
                workspace.remove(name);
            }
            assertThat(workspace.list("").entries()).extracting(Entry::path).containsExactly("dir");
            assertThat(workspace.list("dir").entries()).hasSize(names.size());
        }
    }

    @Test
    void a_path_of_three_thousand_bytes_is_one() {
        String path = "d".repeat(99).concat("/").repeat(29) + "e".repeat(100);
        try (Workspace workspace = open(provider)) {
            workspace.writeText(path, "deep");
            assertThat(workspace.readText(path)).isEqualTo("deep");
            assertThat(workspace.stat(path).size()).isEqualTo(4);
        }
    }

    @Test
    void a_fifo_is_refused_at_once() {
        try (Workspace workspace = open(provider)) {
            workspace.exec("mkfifo p");
            long start = System.nanoTime();
            WorkspaceException e = catchThrowableOfType(WorkspaceException.class, () -> workspace.read("p"));
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_A_FILE);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void a_hundred_thousand_files_are_listed_in_one_request() throws IOException {
        try (Workspace workspace = open(provider)) {
            Path many = Files.createDirectory(Path.of(workspace.root(), "many"));
            for (int i = 0; i < 100_000; i++) {
                Files.createFile(many.resolve("f" + i));
            }
            int before = provider.started().size();
            assertThat(workspace.list("many").entries()).hasSize(100_000);
            assertThat(provider.started()).hasSize(before);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void content_is_in_no_command_line(boolean streamsInput) throws Exception {
        String secret = "s3cr3t-" + Long.toHexString(new Random().nextLong());
        HostShellProvider watched = new HostShellProvider(streamsInput);
        try (Workspace workspace = open(watched)) {
            List<String> seen = new ArrayList<>();
            CompletableFuture<Void> done = new CompletableFuture<>();
            CompletableFuture<Void> watching = CompletableFuture.runAsync(() -> {
                do {
                    seen.addAll(commandLinesWith(secret));
                } while (!done.isDone());
            });
            for (int i = 0; i < 15; i++) {
                workspace.writeText("f", secret);
                workspace.writeText("g", secret.repeat(1_000));
                assertThat(workspace.readText("f")).isEqualTo(secret);
            }
            done.complete(null);
            watching.get(60, TimeUnit.SECONDS);
            assertThat(seen).isEmpty();
            assertThat(watched.started())
                    .noneMatch(request -> String.join(" ", request.argv()).contains(secret));
        }
    }

    private static List<String> commandLinesWith(String text) {
        List<String> found = new ArrayList<>();
        ProcessHandle.allProcesses().forEach(process -> {
            try {
                String line =
                        Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
                if (line.contains(text)) {
                    found.add(line);
                }
            } catch (IOException e) {
                // it has ended
            }
        });
        return found;
    }

    @Test
    void a_sandbox_without_the_tools_is_refused_with_the_list_of_them(@TempDir Path tools) throws IOException {
        for (String tool :
                List.of("sh", "dd", "mv", "ln", "mkdir", "rmdir", "rm", "chmod", "touch", "unlink", "head")) {
            Files.createSymbolicLink(tools.resolve(tool), find(tool));
        }
        Path find = Files.writeString(tools.resolve("find"), "#!/bin/sh\necho unrecognized: -printf >&2\nexit 1\n");
        assertThat(find.toFile().setExecutable(true)).isTrue();
        WorkspaceException e = catchThrowableOfType(
                WorkspaceException.class, () -> open(new HostShellProvider(true, Optional.of(tools.toString()))));
        assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(e).hasMessageContaining("find -printf").hasMessageContaining("findutils");
        assertThat(helpers()).isEmpty();
    }

    private static Path find(String tool) {
        return Stream.of("/usr/bin", "/bin")
                .map(directory -> Path.of(directory, tool))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_sandbox_without_a_shell_is_refused() {
        WorkspaceException e = catchThrowableOfType(
                WorkspaceException.class, () -> open(new HostShellProvider(true, Optional.of("/nowhere"))));
        assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(e).hasMessageContaining("sh");
    }

    @Test
    void without_streamed_input_contents_are_brought_in_by_the_driver_and_nothing_is_left() {
        HostShellProvider oneShot = new HostShellProvider(false);
        byte[] content = new byte[9 << 20];
        new Random(7).nextBytes(content);
        try (Workspace workspace = open(oneShot)) {
            workspace.write("big", content);
            workspace.write("empty", new byte[0]);
            assertThat(workspace.read("big")).isEqualTo(content);
            assertThat(workspace.read("empty")).isEmpty();
            assertThat(helpers()).isEmpty();
        }
    }

    /** Return the helper shells of this process. */
    private static List<ProcessHandle> helpers() {
        return ProcessHandle.current()
                .descendants()
                .filter(ShellEngineTests::isHelper)
                // For a moment what a helper starts looks like the helper.
                .filter(process ->
                        process.parent().filter(ShellEngineTests::isHelper).isEmpty())
                .toList();
    }

    private static boolean isHelper(ProcessHandle process) {
        try {
            // The process table of Java leaves out command lines as long as this one.
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1)
                    .endsWith("\0serve\0");
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    private static void signal(String signal, List<ProcessHandle> processes)
            throws IOException, InterruptedException, ExecutionException {
        assertThat(processes).isNotEmpty();
        for (ProcessHandle process : processes) {
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }
        if (signal.equals("KILL")) {
            for (ProcessHandle process : processes) {
                assertThat(process.onExit()
                                .orTimeout(PATIENCE, TimeUnit.NANOSECONDS)
                                .get())
                        .isNotNull();
            }
        }
    }
}
