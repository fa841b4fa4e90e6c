package dev.cofferdam.fakes.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door: starting, streams, environment, programs of tests, time, closing. */
class MachineTests {

    private TestMachine machine;

    @BeforeEach
    void open() throws IOException {
        machine = new TestMachine();
    }

    @AfterEach
    void close() throws IOException {
        machine.close();
    }

    @Test
    void runs_an_argv_without_a_shell() throws Exception {
        assertThat(machine.run(new byte[0], "printf", "%s|", "a b", "", "$x\n", "*"))
                .isZero();
        assertThat(machine.output()).isEqualTo("a b||$x\n|*|");
    }

    @Test
    void arguments_and_environment_arrive_byte_for_byte() throws Exception {
        machine.env.put("VALUE", "ä\nline 2 \u0001");
        assertThat(machine.run("printf '%s|%s|%s' \"$VALUE\" \"$1\" \"$2\"", "sh", "日本\n", ""))
                .isZero();
        assertThat(machine.output()).isEqualTo("ä\nline 2 \u0001|日本\n|");
    }

    @Test
    void every_byte_survives_variables_pipes_and_files() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new Random(1).nextBytes(bytes);
        assertThat(machine.run(bytes, TestMachine.argv("cat | tee copy | cat > /dev/null; cat copy")))
                .isZero();
        assertThat(machine.out.toByteArray()).isEqualTo(bytes);
        assertThat(Files.readAllBytes(machine.file("copy"))).isEqualTo(bytes);
    }

    @Test
    void a_missing_program_is_127_and_one_that_is_no_program_126() throws Exception {
        Files.writeString(machine.file("data"), "text");
        assertThat(machine.run(new byte[0], "nosuch")).isEqualTo(127);
        assertThat(machine.run(new byte[0], "./data")).isEqualTo(126);
        assertThat(machine.errors()).contains("nosuch: not found", "./data: Permission denied");
    }

    @Test
    void the_working_directory_must_be_one() throws Exception {
        Files.writeString(machine.file("data"), "text");
        assertThatThrownBy(() ->
                        machine.machine.start(List.of("pwd"), "/none", machine.env, null, machine.out, machine.err))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() ->
                        machine.machine.start(List.of("pwd"), "/w/data", machine.env, null, machine.out, machine.err))
                .isInstanceOf(NotDirectoryException.class);
    }

    @Test
    void a_pipe_to_standard_input_is_read_as_it_is_written() throws Exception {
        MachineProcess process =
                machine.machine.startWithPipe(List.of("sh"), "/w", machine.env, machine.out, machine.err);
        try (OutputStream stdin = process.stdin()) {
            stdin.write("echo first\n".getBytes(StandardCharsets.UTF_8));
            TestMachine.eventually(() -> machine.output().equals("first\n"));
            stdin.write("exit 4\n".getBytes(StandardCharsets.UTF_8));
            assertThat(TestMachine.await(process)).isEqualTo(4);
        }
        assertThatThrownBy(() -> process.stdin().write(1)).isInstanceOf(IOException.class);
    }

    @Test
    void output_streams_are_closed_when_the_last_process_lets_go() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {}

            @Override
            public void close() {
                closed.countDown();
            }
        };
        MachineProcess process =
                machine.machine.start(List.of("sh", "-c", "sleep 100 &"), "/w", machine.env, null, out, machine.err);
        assertThat(TestMachine.await(process)).isZero();
        assertThat(closed.getCount()).isEqualTo(1);
        process.signalGroup(15);
        closed.await();
    }

    @Test
    void an_output_that_fails_ends_the_writer_as_a_broken_pipe() throws Exception {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
        MachineProcess process = machine.machine.start(List.of("yes"), "/w", machine.env, null, broken, machine.err);
        assertThat(TestMachine.await(process)).isEqualTo(141);
        assertThat(process.endedBySignal()).hasValue(13);
    }

    @Test
    void programs_of_a_test_are_found_first() throws Exception {
        Program git = (args, io) -> {
            io.stdout()
                    .write((args + " " + io.cwd() + " " + io.env().get("A") + "\n").getBytes(StandardCharsets.UTF_8));
            io.stderr().write("warned".getBytes(StandardCharsets.UTF_8));
            io.stdout().write(io.stdin().readAllBytes());
            return 3;
        };
        try (TestMachine own = new TestMachine(VirtualTime.system(), Map.of("git", git))) {
            assertThat(own.run("mkdir d; cd d; echo input | A='ü' git log '-1 ü'; echo $?; command -v git"))
                    .isZero();
            assertThat(own.output()).isEqualTo("[log, -1 ü] /w/d ü\ninput\n3\n/usr/bin/git\n");
            assertThat(own.errors()).isEqualTo("warned");
        }
    }

    @Test
    void a_program_of_a_test_can_be_killed() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Program stuck = (args, io) -> {
            running.countDown();
            new CountDownLatch(1).await();
            return 0;
        };
        try (TestMachine own = new TestMachine(VirtualTime.system(), Map.of("stuck", stuck))) {
            MachineProcess process = own.startShell("stuck; echo no");
            running.await();
            process.signalGroup(9);
            assertThat(TestMachine.await(process)).isEqualTo(137);
            assertThat(own.output()).isEmpty();
        }
    }

    @Test
    void sleep_and_date_go_by_the_time_of_the_machine() throws Exception {
        ManualTime time = new ManualTime(Instant.ofEpochSecond(1_000_000_000));
        try (TestMachine own = new TestMachine(time, Map.of())) {
            MachineProcess process = own.startShell("date +%s; sleep 3600; date +%s; timeout 60 sleep 3600; echo $?");
            TestMachine.eventually(() -> time.sleepers() == 1);
            assertThat(process.isAlive()).isTrue();
            time.advance(Duration.ofHours(1));
            TestMachine.eventually(() -> time.sleepers() == 2);
            time.advance(Duration.ofMinutes(1));
            assertThat(TestMachine.await(process)).isZero();
            assertThat(own.output()).isEqualTo("1000000000\n1000003600\n124\n");
        }
    }

    @Test
    void exit_hooks_run_once_each() throws Exception {
        CountDownLatch hooks = new CountDownLatch(2);
        MachineProcess process = machine.startShell("sleep 0.05");
        process.onExit(hooks::countDown);
        assertThat(TestMachine.await(process)).isZero();
        process.onExit(hooks::countDown);
        hooks.await();
    }

    @Test
    void closing_ends_every_process_and_thread() throws Exception {
        List<MachineProcess> processes = List.of(
                machine.startShell("sleep 1000 & sleep 1000 | cat"),
                machine.startShell("trap '' TERM INT HUP; while :; do :; done"),
                machine.startShell("setsid sleep 1000; sleep 1000"),
                machine.startShell("timeout 1000 sleep 1000"),
                machine.startShell("yes > /dev/null"),
                machine.startShell("kill -STOP $$"));
        TestMachine.eventually(() -> machine.machine.processes().size() >= 9);
        machine.machine.close();
        for (MachineProcess process : processes) {
            assertThat(TestMachine.await(process)).isEqualTo(137);
        }
        assertThat(machine.machine.processes()).isEmpty();
        assertThat(threads()).isEmpty();
        assertThatThrownBy(() -> machine.startShell("true")).isInstanceOf(IOException.class);
    }

    @Test
    void an_interrupted_thread_closes_all_the_same() throws Exception {
        MachineProcess process = machine.startShell("sleep 1000 & sleep 1000 | cat");
        Thread.currentThread().interrupt();
        machine.machine.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(process.isAlive()).isFalse();
        assertThat(threads()).isEmpty();
    }

    @Test
    void a_hundred_commands_leave_nothing() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(machine.run("echo a | cat | (read x; echo $x) > f; x=$(cat f) & wait"))
                    .isZero();
        }
        TestMachine.eventually(() -> threads().isEmpty());
        assertThat(machine.machine.processes()).isEmpty();
    }

    @Test
    void an_idle_machine_has_no_thread() throws Exception {
        try (TestMachine idle = new TestMachine()) {
            assertThat(idle.machine.processes()).isEmpty();
            assertThat(threads()).isEmpty();
        }
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("cofferdam-memory-"))
                .collect(Collectors.toSet());
    }
}
