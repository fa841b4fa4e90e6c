package dev.cofferdam.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.CancelToken;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.KeepOutput;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandRunnerTests {
    private LocalCommands commands;

    @BeforeEach
    void open() throws Exception {
        commands = new LocalCommands();
    }

    @AfterEach
    void close() throws Exception {
        commands.close();
    }

    private static ErrorCode codeOf(Throwable failure) {
        return failure instanceof WorkspaceException e ? e.code() : null;
    }

    @Test
    void words_arrive_byte_for_byte() throws Exception {
        CommandResult result =
                commands.exec(Command.of("printf", "[%s]", "", "a b", "line\nbreak", "$HOME", "*", "é", "'\"\\"));
        assertThat(result.stdout().text()).isEqualTo("[][a b][line\nbreak][$HOME][*][é]['\"\\]");
    }

    @Test
    void streams_are_kept_apart_and_the_exit_code_is_the_commands_own() throws Exception {
        CommandResult result = commands.sh("echo out; echo err >&2; exit 3");
        assertThat(result.stdout().text()).isEqualTo("out\n");
        assertThat(result.stderr().text()).isEqualTo("err\n");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.timedOut()).isFalse();
    }

    @Test
    void missing_and_unusable_programs_are_127_and_126() throws Exception {
        Files.writeString(commands.root().resolve("plain"), "echo hi\n");
        assertThat(commands.exec(Command.of("no-such-program")).exitCode()).isEqualTo(127);
        assertThat(commands.exec(Command.of("no-such-program")).stderr().text()).contains("no-such-program: not found");
        assertThat(commands.exec(Command.of("./plain")).exitCode()).isEqualTo(126);
        assertThat(commands.exec(Command.of("./.")).exitCode()).isEqualTo(126);
        assertThat(commands.sh("kill -9 $$").exitCode()).isEqualTo(137);
    }

    @Test
    void a_script_without_an_interpreter_line_runs_in_a_shell() throws Exception {
        assertThat(commands.root().resolve("tool=1").toFile().createNewFile()).isTrue();
        Files.writeString(commands.root().resolve("tool=1"), "echo \"ran $1\"\n");
        assertThat(commands.root().resolve("tool=1").toFile().setExecutable(true))
                .isTrue();
        CommandResult result = commands.exec(Command.of("tool=1", "it").env("PATH", ".:/usr/bin:/bin"));
        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.stdout().text()).isEqualTo("ran it\n");
    }

    @Test
    void the_environment_is_what_the_contract_lists() throws Exception {
        CommandResult result = commands.exec(Command.of("env").env("MINE", "a=b\nc"));
        List<String> names = result.stdout()
                .text()
                .lines()
                .filter(line -> line.contains("="))
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
        assertThat(names)
                .containsExactlyInAnyOrder("PATH", "TMPDIR", "LANG", "USER", "HOME", "COFFERDAM_WORKSPACE", "MINE");
        assertThat(result.stdout().text()).contains("LANG=C.UTF-8\n", "MINE=a=b\nc\n");
    }

    @Test
    void signals_umask_and_session_are_clean() throws Exception {
        CommandResult result = commands.sh("umask; grep -E '^Sig(Blk|Ign)' /proc/self/status; ps -o pgid=,sid= -p $$");
        List<String> lines = result.stdout().text().lines().toList();
        assertThat(lines.get(0)).isEqualTo("0022");
        // Above the 31 standard signals, what the C library keeps for itself is ignored.
        assertThat(Long.parseUnsignedLong(lines.get(1).split("\\s+", -1)[1], 16) & 0x7FFF_FFFFL)
                .isZero();
        assertThat(Long.parseUnsignedLong(lines.get(2).split("\\s+", -1)[1], 16) & 0x7FFF_FFFFL)
                .isZero();
        String[] ids = lines.get(3).strip().split("\\s+", -1);
        assertThat(ids[0])
                .isEqualTo(ids[1])
                .isNotEqualTo(Long.toString(ProcessHandle.current().pid()));
    }

    @Test
    void three_megabytes_through_cat_come_back_identical() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new Random(1).nextBytes(bytes);
        Command cat = Command.of("cat").maxOutputBytes(4 << 20);
        assertThat(commands.exec(cat.stdin(bytes)).stdout().bytes()).isEqualTo(bytes);
        assertThat(commands.exec(cat.stdin(Stdin.from(() -> new ByteArrayInputStream(bytes))))
                        .stdout()
                        .bytes())
                .isEqualTo(bytes);
    }

    @Test
    void input_that_is_ignored_neither_fails_nor_hangs() throws Exception {
        byte[] bytes = new byte[20 << 20];
        assertThat(commands.exec(Command.of("true").stdin(bytes)).exitCode()).isZero();
        assertThat(commands.exec(Command.of("true").stdin(Stdin.from(() -> new ByteArrayInputStream(bytes))))
                        .exitCode())
                .isZero();
        assertThat(commands.sh("wc -c").stdout().text().strip()).isEqualTo("0");
    }

    @Test
    void a_timeout_is_124_with_the_output_so_far_and_a_dead_group() throws Exception {
        long start = System.nanoTime();
        CommandResult result = commands.exec(
                Command.shell("echo begun; sleep 50 & echo $! > pid; wait").timeout(Duration.ofMillis(300)));
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout().text()).isEqualTo("begun\n");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1500));
        assertThat(LocalCommands.lives(commands.number("pid"))).isFalse();
        assertThat(commands.sh("exit 124").timedOut()).isFalse();
    }

    @Test
    void what_ignores_term_is_killed_after_the_grace() throws Exception {
        CommandResult result = commands.exec(
                Command.shell("trap '' TERM; (trap '' TERM; sleep 50) & echo $! > pid; while :; do sleep 1; done")
                        .timeout(Duration.ofMillis(300))
                        .killGrace(Duration.ofMillis(200)));
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.signal()).hasValue(9);
        assertThat(LocalCommands.lives(commands.number("pid"))).isFalse();
    }

    @Test
    void a_stopped_group_ends_on_a_timeout() throws Exception {
        CommandResult result = commands.exec(Command.shell("trap 'echo bye; exit 0' TERM; kill -STOP $$; sleep 50")
                .timeout(Duration.ofMillis(300))
                .killGrace(Duration.ofSeconds(20)));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout().text()).isEqualTo("bye\n");
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void what_a_command_leaves_in_its_group_is_ended() throws Exception {
        CommandResult result = commands.sh("sleep 50 & echo $! > pid; (sleep 50 & echo $! > deep) ; echo done");
        assertThat(result.stdout().text()).isEqualTo("done\n");
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(2));
        assertThat(LocalCommands.lives(commands.number("pid"))).isFalse();
        assertThat(LocalCommands.lives(commands.number("deep"))).isFalse();
    }

    @Test
    void an_escaped_child_that_holds_or_floods_stdout_delays_nothing() throws Exception {
        commands.sh("true");
        long start = System.nanoTime();
        assertThat(commands.sh("setsid sleep 20 & echo held").stdout().text()).isEqualTo("held\n");
        CommandResult flood = commands.sh("setsid sh -c 'trap \"\" PIPE; while :; do echo y; done' & echo flooded >&2");
        assertThat(flood.stderr().text()).startsWith("flooded\n");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1500));
    }

    @Test
    void an_escaped_child_is_ended_with_the_sandbox() throws Exception {
        commands.sh("setsid sh -c 'echo $$ > pid; exec sleep 50' & while [ ! -s pid ]; do :; done");
        long pid = commands.number("pid");
        assertThat(LocalCommands.lives(pid)).isTrue();
        commands.close();
        assertThat(LocalCommands.lives(pid)).isFalse();
        assertThat(commands.root()).doesNotExist();
    }

    @Test
    void kept_processes_print_on_until_the_end() throws Exception {
        CommandResult result = commands.exec(Command.shell(
                        "(sleep 0.2; i=0; while [ $i -lt 40000 ]; do echo dropped; i=$((i+1)); done; echo $$ > survived;"
                                + " exec sleep 50) & echo $! > pid; echo kept")
                .background(dev.cofferdam.workspace.Background.KEEP));
        assertThat(result.stdout().text()).isEqualTo("kept\n");
        long pid = commands.number("pid");
        commands.number("survived");
        assertThat(LocalCommands.lives(pid)).isTrue();
        assertThatThrownBy(() -> commands.activity.exclusive("remove"))
                .hasMessageContaining("sleep")
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.BUSY));
        commands.close();
        assertThat(LocalCommands.lives(pid)).isFalse();
    }

    @Test
    void a_token_cancels_with_its_reason_and_once_cancelled_nothing_runs() throws Exception {
        CancelToken token = CancelToken.create();
        Command command = Command.shell("echo $$ > pid; sleep 50").cancelToken(token);
        Thread canceller = new Thread(() -> {
            try {
                commands.number("pid");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                token.cancel("no longer wanted");
            }
        });
        canceller.start();
        assertThatThrownBy(() -> commands.exec(command))
                .hasMessageContaining("no longer wanted")
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.ABORTED));
        canceller.join();
        assertThat(LocalCommands.lives(commands.number("pid"))).isFalse();
        Files.delete(commands.root().resolve("pid"));
        assertThatThrownBy(() -> commands.exec(command)).hasMessageContaining("no longer wanted");
        assertThat(commands.root().resolve("pid")).doesNotExist();
    }

    @Test
    void an_interrupt_ends_the_command_and_stays_set() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                commands.sh("echo $$ > pid; sleep 50");
            } catch (Throwable e) {
                failure.set(e);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        long pid = commands.number("pid");
        thread.interrupt();
        thread.join(10_000);
        assertThat(codeOf(failure.get())).isEqualTo(ErrorCode.ABORTED);
        assertThat(flag.get()).isTrue();
        assertThat(LocalCommands.lives(pid)).isFalse();
    }

    @Test
    void closing_aborts_what_runs_also_in_an_interrupted_thread() throws Exception {
        RunningCommand running = commands.start(Command.shell("echo $$ > pid; sleep 50"));
        long pid = commands.number("pid");
        Thread.currentThread().interrupt();
        try {
            commands.close();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(LocalCommands.lives(pid)).isFalse();
        assertThat(commands.root()).doesNotExist();
        assertThatThrownBy(running::waitFor).hasMessageContaining("closed");
        assertThatThrownBy(() -> commands.sh("true"))
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.CLOSED));
    }

    @Test
    void a_started_command_takes_input_signals_and_tells_its_output() throws Exception {
        try (RunningCommand cat = commands.start(Command.of("cat"))) {
            try (OutputStream stdin = cat.stdin()) {
                stdin.write("hello".getBytes(StandardCharsets.UTF_8));
                stdin.flush();
                assertThat(LocalCommands.eventually(
                                Duration.ofSeconds(10),
                                () -> cat.stdout().text().equals("hello")))
                        .isTrue();
                assertThat(cat.isRunning()).isTrue();
                assertThat(cat.waitFor(Duration.ofMillis(1))).isEmpty();
            }
            assertThat(cat.waitFor().exitCode()).isZero();
        }
        RunningCommand loop = commands.start(
                Command.shell("trap 'echo got; exit 7' INT; echo r > ready; while :; do sleep 0.05; done")
                        .stdin(""));
        assertThat(LocalCommands.eventually(
                        Duration.ofSeconds(10),
                        () -> Files.exists(commands.root().resolve("ready"))))
                .isTrue();
        loop.signal(Signal.INT);
        CommandResult result = loop.onExit().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.stdout().text()).isEqualTo("got\n");
        assertThatThrownBy(loop::stdin).satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        RunningCommand sleep = commands.start(Command.of("sleep", "50"));
        sleep.kill("enough");
        assertThatThrownBy(sleep::waitFor).hasMessageContaining("enough");
    }

    @Test
    void a_writer_that_nobody_reads_is_freed_when_the_command_ends() throws Exception {
        RunningCommand sleep = commands.start(Command.shell("setsid sleep 20 & sleep 0.3"));
        assertThatThrownBy(() -> {
                    try (OutputStream stdin = sleep.stdin()) {
                        stdin.write(new byte[1 << 20]);
                    }
                })
                .isInstanceOf(java.io.IOException.class);
        assertThat(sleep.waitFor().exitCode()).isZero();
    }

    @Test
    void consumers_see_everything_in_order_without_split_characters() throws Exception {
        List<byte[]> chunks = Collections.synchronizedList(new ArrayList<>());
        String text = "aéñ€😀".repeat(20_000);
        CommandResult result = commands.exec(
                Command.of("cat").stdin(text).onStdout(chunks::add).maxOutputBytes(10));
        StringBuilder seen = new StringBuilder();
        chunks.forEach(chunk -> seen.append(new String(chunk, StandardCharsets.UTF_8)));
        assertThat(seen.toString()).isEqualTo(text);
        assertThat(result.stdout().truncated()).isTrue();
        assertThat(result.stdout().totalBytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void a_consumer_that_throws_ends_the_command() throws Exception {
        Command command = Command.shell("echo $$ > pid; echo x; sleep 50").onStdout(chunk -> {
            throw new IllegalStateException("mine");
        });
        assertThatThrownBy(() -> commands.exec(command))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
        assertThat(LocalCommands.lives(commands.number("pid"))).isFalse();
    }

    @Test
    void output_is_kept_as_asked() throws Exception {
        Command ten = Command.shell("printf 0123456789").maxOutputBytes(4);
        assertThat(commands.exec(ten).stdout().text()).isEqualTo("0123");
        assertThat(commands.exec(ten.keep(KeepOutput.TAIL)).stdout().text()).isEqualTo("6789");
        assertThat(commands.exec(ten.keep(KeepOutput.HEAD_AND_TAIL)).stdout().text())
                .isEqualTo("0189");
        assertThat(commands.exec(ten).stdout().totalBytes()).isEqualTo(10);
    }

    @Test
    void a_command_that_prints_too_much_is_stopped() throws Exception {
        CommandResult result =
                commands.exec(Command.of("yes").maxStreamBytes(1 << 20).maxOutputBytes(100));
        assertThat(result.exitCode()).isEqualTo(143);
        assertThat(result.truncated()).isTrue();
        assertThat(result.timedOut()).isFalse();
        assertThat(result.stderr().text()).contains("maxStreamBytes");
    }

    @Test
    void secrets_are_in_no_message_and_in_no_command_line() throws Exception {
        WorkspaceOptions options =
                WorkspaceOptions.builder().env("TOKEN", Secret.of("hush-hush")).build();
        try (LocalCommands mine = new LocalCommands(options)) {
            assertThat(mine.sh("echo $TOKEN").stdout().text()).isEqualTo("hush-hush\n");
            Command command = Command.of("sh", "-c", "sleep 50", "hush-hush").timeout(Duration.ofSeconds(30));
            assertThat(CommandText.of(command, options)).isEqualTo("sh -c sleep 50 ***");
            assertThat(mine.sh("cat /proc/$$/cmdline").stdout().text()).doesNotContain("hush");
        }
    }

    @Test
    void words_that_cannot_be_passed_are_refused() {
        assertThatThrownBy(() -> commands.exec(Command.of("echo", "x".repeat(131_072))))
                .hasMessageContaining("stdin or in a file")
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThatThrownBy(() -> commands.exec(Command.of("echo", "\uD800")))
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.ENCODING));
        List<String> many = new ArrayList<>(Collections.nCopies(60, "y".repeat(120_000)));
        many.add(0, "echo");
        assertThatThrownBy(() -> commands.exec(Command.of(many)))
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    @Test
    void the_largest_word_arrives() throws Exception {
        String largest = "z".repeat(131_071);
        assertThat(commands.exec(Command.of("printf", "%s", largest)).stdout().text())
                .isEqualTo(largest);
    }

    @Test
    void what_the_provider_lacks_is_refused_with_its_reason() {
        assertThatThrownBy(() -> commands.exec(Command.of("true").allowedDomains(Set.of("example.org"))))
                .hasMessageContaining("NETWORK_POLICY")
                .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.UNSUPPORTED));
    }
}
