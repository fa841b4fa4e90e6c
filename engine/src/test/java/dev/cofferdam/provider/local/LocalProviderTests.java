package dev.cofferdam.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.host.ProcStat;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalProviderTests {
    private final LocalProvider provider = new LocalProvider();

    private static SandboxRequest request(WorkspaceOptions options) {
        return new SandboxRequest(options, Map.of());
    }

    private Sandbox fresh() throws Exception {
        return provider.create(request(WorkspaceOptions.defaults()));
    }

    private Sandbox at(Path root) throws Exception {
        return provider.create(
                request(WorkspaceOptions.builder().root(root.toString()).build()));
    }

    private static String sh(Sandbox sandbox, String line) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sandbox.run(ProcessRequest.of(List.of("sh", "-c", line), sandbox.root()), new ProcessSink() {
            @Override
            public void stdout(byte[] buffer, int length) {
                out.write(buffer, 0, length);
            }

            @Override
            public void stderr(byte[] buffer, int length) {
                out.write(buffer, 0, length);
            }
        });
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(SandboxProvider.class).stream()
                        .map(p -> p.type().getName()))
                .contains(LocalProvider.class.getName());
    }

    @Test
    void a_fresh_root_is_private_and_goes_with_all_that_is_in_it() throws Exception {
        Sandbox sandbox = fresh();
        Path base = Path.of(sandbox.root()).getParent();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(base)))
                .isEqualTo("rwx------");
        assertThat(sh(sandbox, "echo $HOME; ls -A ~; echo $TMPDIR; mkdir -p a/b; echo x > a/b/f; chmod 000 a/b a"))
                .isEqualTo(base + "/home\n" + base + "/tmp\n");
        sandbox.release(OnClose.DESTROY);
        sandbox.release(OnClose.DESTROY);
        assertThat(base).doesNotExist();
        assertThat(sandbox.exists()).isFalse();
    }

    @Test
    void a_tree_deeper_than_any_path_goes() throws Exception {
        Sandbox sandbox = fresh();
        Path base = Path.of(sandbox.root()).getParent();
        sh(
                sandbox,
                "n=" + "d".repeat(200)
                        + "; i=0; while [ $i -lt 40 ]; do mkdir $n && cd -P $n || break; i=$((i+1)); done;"
                        + " echo x > f");
        sandbox.release(OnClose.DESTROY);
        assertThat(base).doesNotExist();
    }

    @Test
    void a_given_root_is_used_in_place_and_kept(@TempDir Path root) throws Exception {
        Path inside = root.resolve("new/project");
        Sandbox sandbox = at(inside);
        assertThat(sandbox.mount().orElseThrow().given()).isTrue();
        assertThat(sh(sandbox, "pwd; echo $HOME; echo x > f"))
                .isEqualTo(inside.toRealPath() + "\n" + System.getenv("HOME") + "\n");
        String temporary = sh(sandbox, "printf %s $TMPDIR");
        sandbox.release(OnClose.DESTROY);
        assertThat(inside.resolve("f")).exists();
        assertThat(Path.of(temporary)).doesNotExist();
        assertThat(provider.connect(sandbox.id(), request(WorkspaceOptions.defaults())))
                .isPresent()
                .hasValueSatisfying(again -> assertThat(again.root()).isEqualTo(sandbox.root()));
    }

    @Test
    void bad_roots_are_unavailable(@TempDir Path root) throws Exception {
        Path file = Files.createFile(root.resolve("file"));
        assertThatThrownBy(() -> at(file)).satisfies(LocalProviderTests::isUnavailable);
        assertThatThrownBy(() -> at(file.resolve("below"))).satisfies(LocalProviderTests::isUnavailable);
        WorkspaceOptions missing = WorkspaceOptions.builder()
                .root(root.resolve("missing").toString())
                .createRoot(false)
                .build();
        assertThatThrownBy(() -> provider.create(request(missing))).satisfies(LocalProviderTests::isUnavailable);
        assertThat(root.resolve("missing")).doesNotExist();
    }

    private static void isUnavailable(Throwable failure) {
        assertThat(((WorkspaceException) failure).code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(failure).hasMessageContaining("root");
    }

    @Test
    void a_kept_root_is_reached_again_until_it_is_destroyed() throws Exception {
        Sandbox sandbox = fresh();
        sh(sandbox, "echo hello > f");
        sandbox.release(OnClose.KEEP);
        Sandbox again = provider.connect(sandbox.id(), request(WorkspaceOptions.defaults()))
                .orElseThrow();
        assertThat(sh(again, "cat f")).isEqualTo("hello\n");
        again.release(OnClose.DESTROY);
        assertThat(provider.connect(sandbox.id(), request(WorkspaceOptions.defaults())))
                .isEmpty();
        assertThat(provider.connect("../../etc", request(WorkspaceOptions.defaults())))
                .isEmpty();
    }

    @Test
    void deletion_goes_on_while_an_escaped_process_writes() throws Exception {
        Sandbox sandbox = fresh();
        Path base = Path.of(sandbox.root()).getParent();
        sh(sandbox, "setsid sh -c 'i=0; while :; do i=$((i+1)); echo x > f$i; done' & while [ ! -e f9 ]; do :; done");
        sandbox.release(OnClose.DESTROY);
        assertThat(base).doesNotExist();
    }

    @Test
    void a_root_that_vanished_is_gone_and_still_released() throws Exception {
        Sandbox sandbox = fresh();
        sh(sandbox, "true");
        Path root = Path.of(sandbox.root());
        Files.delete(root);
        assertThat(sandbox.exists()).isFalse();
        assertThatThrownBy(() -> sh(sandbox, "true"))
                .satisfies(e -> assertThat(((WorkspaceException) e).code()).isEqualTo(ErrorCode.GONE));
        sandbox.release(OnClose.DESTROY);
        assertThat(root.getParent()).doesNotExist();
    }

    @Test
    void opening_and_closing_starts_no_process() throws Exception {
        fresh().release(OnClose.DESTROY);

        assertThat(starts(() -> sh(fresh(), "true"))).isPositive();
        assertThat(starts(() -> {
                    for (int i = 0; i < 500; i++) {
                        fresh().release(OnClose.DESTROY);
                    }
                }))
                .isZero();
    }

    /** Return how many processes this Java process starts meanwhile. */
    private static long starts(ThrowingRunnable work) throws Exception {
        Path file = Files.createTempFile("starts", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ProcessStart");
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file).size();
        } finally {
            Files.delete(file);
        }
    }

    /** Work that may fail. */
    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    /** Run a program of ours in a Java process of its own. */
    private static Process java(Map<String, String> environment, List<String> options, String... words)
            throws Exception {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), LocalMain.class.getName()));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Test
    void secrets_of_this_java_process_stay_in_it() throws Exception {
        Process process = java(Map.of("PLANTED", "hush"), List.of(), "env");
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text).contains("COFFERDAM_WORKSPACE=").doesNotContain("hush");
    }

    @Test
    void a_java_process_that_is_not_utf_8_refuses_what_it_cannot_pass() throws Exception {
        Process process = java(Map.of("LC_ALL", "POSIX"), List.of(), "encoding");
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text).contains("argv ENCODING LC_ALL=C.UTF-8", "env ENCODING LC_ALL=C.UTF-8", "ascii plain");
    }

    @Test
    void signals_that_the_client_ignores_work_in_commands() throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "trap '' INT HUP PIPE; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocalMain.class.getName(),
                        "signals")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text).contains("ignored 0");
    }

    @Test
    void what_a_killed_java_process_left_is_swept_by_the_next(@TempDir Path temporary) throws Exception {
        List<String> options = List.of("-Djava.io.tmpdir=" + temporary);
        Process killed = java(Map.of(), options, "hang");
        String pid = killed.inputReader()
                .lines()
                .filter(line -> line.matches("[0-9]+"))
                .findFirst()
                .orElseThrow();
        Path alive;
        try (var files = Files.list(temporary)) {
            alive = files.filter(p -> p.toString().contains("cofferdam-"))
                    .findFirst()
                    .orElseThrow();
        }
        Process first = java(Map.of(), options, "env");
        first.getInputStream().readAllBytes();
        assertThat(alive).exists();
        killed.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        assertThat(ProcStat.of(Long.parseLong(pid))).isPresent();
        Process second = java(Map.of(), options, "env");
        second.getInputStream().readAllBytes();
        assertThat(alive).doesNotExist();
        assertThat(ProcStat.of(Long.parseLong(pid)).filter(p -> !p.isDead())).isEmpty();
    }
}
