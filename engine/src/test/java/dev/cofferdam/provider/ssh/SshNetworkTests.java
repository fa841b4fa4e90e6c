package dev.cofferdam.provider.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A network that breaks in the middle of things: a clear failure, nothing done twice, and the next thing works. */
@Timeout(120)
class SshNetworkTests {
    private static final int SIZE = 3 << 20;

    @TempDir
    Path directory;

    private final AtomicReference<Cable> cable = new AtomicReference<>();
    private SshServer server;
    private Path base;

    private void start(SshServer started) throws IOException {
        server = started;
        cable.set(new Cable(server.port()));
        base = Files.createDirectory(directory.resolve("base"));
        Files.writeString(
                directory.resolve("known"),
                Files.readString(server.knownHosts())
                        .replace(":" + server.port(), ":" + cable.get().port()));
    }

    @AfterEach
    void stop() throws IOException {
        if (cable.get() != null) {
            cable.get().close();
        }
        if (server != null) {
            server.close();
        }
    }

    private Map<String, String> options() {
        Map<String, String> options = new HashMap<>(server.options());
        options.put("port", Integer.toString(cable.get().port()));
        options.put("knownHosts", directory.resolve("known").toString());
        options.put("base", base.toString());
        return options;
    }

    private Workspace open() {
        return Workspaces.provider("ssh").options(options()).open();
    }

    private static byte[] content(int seed) {
        byte[] bytes = new byte[SIZE];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void fails(ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        WorkspaceException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.IO));
    }

    @Test
    void a_read_that_is_cut_is_done_once_more() throws Exception {
        start(OpenSsh.start(directory));
        try (Workspace workspace = open()) {
            workspace.write("a", content(1));
            cable.get().cutAfterReceiving(SIZE / 2);
            assertThat(workspace.read("a")).isEqualTo(content(1));
            assertThat(cable.get().connections()).isEqualTo(2);
        }
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void a_write_that_is_cut_fails_and_leaves_the_old_content_and_nothing_else() throws Exception {
        start(OpenSsh.start(directory));
        try (Workspace workspace = open()) {
            workspace.write("a", content(1));
            cable.get().cutAfterSending(SIZE / 2);
            fails(() -> workspace.write("a", content(2)));
            assertThat(workspace.read("a")).isEqualTo(content(1));
            workspace.write("a", content(3));
            assertThat(workspace.read("a")).isEqualTo(content(3));
            try (Stream<Path> left = Files.list(onlyRoot())) {
                assertThat(left.map(path -> path.getFileName().toString())).containsExactly("a");
            }
        }
        assertThat(base).isEmptyDirectory();
    }

    private Path onlyRoot() throws IOException {
        try (Stream<Path> all = Files.list(base)) {
            return all.findFirst().orElseThrow().resolve("root");
        }
    }

    @Test
    void a_command_whose_line_falls_silent_fails_and_is_ended_and_not_run_again() throws Exception {
        start(OpenSsh.start(directory));
        Map<String, String> options = options();
        options.put("keepAlive", "200ms");
        Path runs = directory.resolve("runs");
        try (Workspace workspace = Workspaces.provider("ssh").options(options).open()) {
            Thread silence = new Thread(() -> {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (!Files.exists(runs) && System.nanoTime() < deadline) {
                    Thread.onSpinWait();
                }
                cable.get().silence();
            });
            silence.start();
            fails(() -> workspace.exec("echo x >>'" + runs + "'; exec sleep 66.25"));
            silence.join();
            assertThat(workspace.exec("exit 3").exitCode()).isEqualTo(3);
            assertThat(runs).hasContent("x");
            assertThat(sleeps()).isFalse();
        }
        assertThat(base).isEmptyDirectory();
    }

    private static boolean sleeps() {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains("sleep 66.25"));
    }

    /** Cuts the line when the server is asked for something that ends so, and counts how often it is. */
    private AtomicInteger cutAt(String end) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        start(EmbeddedSsh.start(directory, line -> {
            if (line.endsWith(end) && asked.incrementAndGet() == 1) {
                try {
                    cable.get().cut(false);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return line;
        }));
        return asked;
    }

    @Test
    void a_signal_is_not_sent_again_when_it_is_not_known_whether_it_was() throws Exception {
        AtomicInteger asked = cutAt(" USR1");
        Sandbox sandbox = SshServer.provider().create(server.request(options()));
        SandboxProcess process = sandbox.start(ProcessRequest.of(List.of("sleep", "30"), "/"), Nowhere.SINK);
        assertThatThrownBy(() -> process.signal(Signal.USR1)).isInstanceOf(IOException.class);
        assertThat(asked).hasValue(1);
        process.close();
        sandbox.release(OnClose.DESTROY);
    }

    @Test
    void what_only_looks_or_kills_is_asked_for_again() throws Exception {
        AtomicInteger asked = cutAt(" KILL");
        Sandbox sandbox = SshServer.provider().create(server.request(options()));
        SandboxProcess process = sandbox.start(ProcessRequest.of(List.of("sleep", "30"), "/"), Nowhere.SINK);
        process.signal(Signal.KILL);
        assertThat(asked).hasValue(2);
        process.close();
        sandbox.release(OnClose.DESTROY);
        assertThat(base).isEmptyDirectory();
    }

    /** Takes output that nobody looks at. */
    private enum Nowhere implements ProcessSink {
        SINK;

        @Override
        public void stdout(byte[] buffer, int length) {
            // Not looked at.
        }

        @Override
        public void stderr(byte[] buffer, int length) {
            // Not looked at.
        }
    }
}
