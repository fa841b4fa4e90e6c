package dev.cofferdam.provider.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.Stdin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a sandbox does whichever server it is on. */
@Timeout(60)
abstract class SandboxTests {
    @TempDir
    Path directory;

    private SshServer server;
    private Sandbox sandbox;

    abstract SshServer start(Path directory) throws Exception;

    @BeforeEach
    void open() throws Exception {
        server = start(directory);
        sandbox = SshServer.provider().create(server.request(Map.of()));
    }

    @AfterEach
    void close() throws IOException {
        if (sandbox != null) {
            sandbox.release(OnClose.DESTROY);
            assertThat(Path.of(sandbox.root())).doesNotExist();
            assertThat(Path.of(sandbox.root()).getParent()).doesNotExist();
        }
        if (server != null) {
            server.close();
        }
    }

    private static final class Output implements ProcessSink {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();

        @Override
        public synchronized void stdout(byte[] buffer, int length) {
            out.write(buffer, 0, length);
        }

        @Override
        public synchronized void stderr(byte[] buffer, int length) {
            err.write(buffer, 0, length);
        }

        String out() {
            return out.toString(StandardCharsets.UTF_8);
        }

        String err() {
            return err.toString(StandardCharsets.UTF_8);
        }
    }

    private ProcessRequest request(Stdin stdin, Background background, String... argv) {
        return new ProcessRequest(
                List.of(argv),
                sandbox.root(),
                Map.of(),
                Optional.ofNullable(stdin),
                background,
                Optional.empty(),
                Optional.empty());
    }

    private ProcessRequest request(String script) {
        return request(Stdin.none(), Background.KILL, "sh", "-c", script);
    }

    @Test
    void a_command_has_its_words_streams_and_exit_code() throws Exception {
        Output output = new Output();
        int exit = sandbox.run(request("pwd; printf 'a b' >&2; exit 7"), output);
        assertThat(exit).isEqualTo(7);
        assertThat(output.out()).isEqualTo(sandbox.root() + "\n");
        assertThat(output.err()).isEqualTo("a b");
        assertThat(sandbox.run(request(Stdin.none(), Background.KILL, "no-such-program"), output))
                .isEqualTo(127);
        assertThat(sandbox.run(request("kill -KILL $$"), output)).isEqualTo(137);
    }

    @Test
    void three_megabytes_through_cat_come_back_and_output_is_not_cut() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new Random(7).nextBytes(bytes);
        Output output = new Output();
        assertThat(sandbox.run(request(Stdin.of(bytes), Background.KILL, "cat"), output))
                .isZero();
        assertThat(output.out.toByteArray()).isEqualTo(bytes);
        Output stream = new Output();
        Stdin source = Stdin.from(() -> new ByteArrayInputStream(bytes));
        assertThat(sandbox.run(request(source, Background.KILL, "cat"), stream)).isZero();
        assertThat(stream.out.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void a_command_that_ignores_its_input_ends_with_its_own_code() throws Exception {
        byte[] bytes = new byte[20 << 20];
        assertThat(sandbox.run(request(Stdin.of(bytes), Background.KILL, "sh", "-c", "exit 5"), new Output()))
                .isEqualTo(5);
    }

    @Test
    void input_can_be_written_while_the_command_runs() throws Exception {
        Output output = new Output();
        try (SandboxProcess process = sandbox.start(request(null, Background.KILL, "cat"), output)) {
            try (OutputStream stdin = process.stdin()) {
                stdin.write("one\n".getBytes(StandardCharsets.UTF_8));
                stdin.write("two\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(process.await(Duration.ofSeconds(20))).hasValue(0);
            assertThat(output.out()).isEqualTo("one\ntwo\n");
        }
    }

    @Test
    void a_child_that_holds_the_output_open_is_not_waited_for() throws Exception {
        Output output = new Output();
        long start = System.nanoTime();
        try (SandboxProcess process =
                sandbox.start(request(Stdin.none(), Background.KEEP, "sh", "-c", "sleep 30 & echo hi"), output)) {
            assertThat(process.await(Duration.ofSeconds(20))).hasValue(0);
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(5));
            assertThat(output.out()).isEqualTo("hi\n");
            assertThat(process.groupMembers()).hasSize(1);
            process.signal(Signal.KILL);
            awaitGone(process);
        }
        int exit = sandbox.run(request("sleep 30 & echo hi"), output);
        assertThat(exit).isZero();
    }

    private static void awaitGone(SandboxProcess process) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!process.groupMembers().isEmpty() && System.nanoTime() < deadline) {
            process.await(Duration.ofMillis(1));
        }
        assertThat(process.groupMembers()).isEmpty();
    }

    @Test
    void signals_reach_the_whole_group() throws Exception {
        try (SandboxProcess process = sandbox.start(request("sleep 30 & sleep 30; exit 3"), new Output())) {
            assertThat(process.await(Duration.ofMillis(100))).isEmpty();
            process.signal(Signal.TERM);
            assertThat(process.await(Duration.ofSeconds(20))).hasValue(143);
            awaitGone(process);
        }
        try (SandboxProcess process = sandbox.start(request("trap '' TERM; sleep 30; sleep 30"), new Output())) {
            process.signal(Signal.KILL);
            assertThat(process.await(Duration.ofSeconds(20))).hasValue(137);
            awaitGone(process);
        }
    }

    @Test
    void thirty_commands_at_once_find_room() throws Exception {
        List<SandboxProcess> processes = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Output output = new Output();
            outputs.add(output);
            processes.add(sandbox.start(request("sleep 0.3; echo " + i), output));
        }
        for (int i = 0; i < processes.size(); i++) {
            OptionalInt exit = processes.get(i).await(Duration.ofSeconds(40));
            assertThat(exit).hasValue(0);
            assertThat(outputs.get(i).out()).isEqualTo(i + "\n");
            processes.get(i).close();
        }
    }

    @Test
    void files_are_read_up_to_a_limit_and_written_once() throws Exception {
        String path = sandbox.root() + "/-a b'\n";
        byte[] bytes = new byte[100_000];
        new Random(8).nextBytes(bytes);
        sandbox.write(path, new ByteArrayInputStream(bytes), bytes.length);
        assertThat(sandbox.read(path, 1 << 20)).isEqualTo(bytes);
        assertThat(sandbox.read(path, 10)).hasSize(10);
        assertThatThrownBy(() -> sandbox.write(path, new ByteArrayInputStream(bytes), bytes.length))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> sandbox.read(path + "x", 10)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> sandbox.write(path + "y", new ByteArrayInputStream(bytes), bytes.length + 1))
                .isInstanceOf(IOException.class);
        assertThat(Path.of(path + "y")).doesNotExist();
    }

    @Test
    void an_interrupt_ends_the_wait_and_nothing_else() throws Exception {
        try (SandboxProcess process = sandbox.start(request("sleep 1; echo on"), new Output())) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> process.await(Duration.ofSeconds(20))).isInstanceOf(InterruptedException.class);
            assertThat(process.await(Duration.ofSeconds(20))).hasValue(0);
        }
        assertThat(sandbox.exists()).isTrue();
        Files.delete(Path.of(sandbox.root()));
        assertThat(sandbox.exists()).isFalse();
    }

    @Test
    void what_was_kept_ends_with_the_sandbox() throws Exception {
        Output output = new Output();
        SandboxProcess process = sandbox.start(
                request(Stdin.none(), Background.KEEP, "sh", "-c", "setsid sleep 77 & sleep 78 & echo $$"), output);
        assertThat(process.await(Duration.ofSeconds(20))).hasValue(0);
        process.close();
        sandbox.release(OnClose.DESTROY);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (runs("sleep 7") && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(runs("sleep 7")).isFalse();
    }

    private static boolean runs(String command) {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(command));
    }
}
