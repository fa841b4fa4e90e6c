package dev.cofferdam.provider.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What cannot work says why, with a mend, and leaves nothing. */
@Timeout(60)
class SshRefusalTests {
    @TempDir
    static Path files;

    @TempDir
    Path directory;

    private static EmbeddedSsh server;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedSsh.start(files);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void no_thread_is_left() {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (clientThreads().findAny().isPresent() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(clientThreads()).isEmpty();
    }

    private static Stream<String> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("SshClient") || name.startsWith("cofferdam-"))
                // Another provider's, which starts sandboxes as long as the process lives.
                .filter(name -> !name.equals("cofferdam-spawner"));
    }

    private static String refused(ErrorCode code, SandboxRequest request) {
        return refused(code, SshServer.provider(), request);
    }

    private static String refused(ErrorCode code, SshProvider provider, SandboxRequest request) {
        StringBuilder message = new StringBuilder();
        assertThatThrownBy(() -> provider.create(request)).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            message.append(e.getMessage());
        });
        Availability availability = provider.probe(request);
        if (!availability.ok()) {
            assertThat(availability.reason()).isNotBlank();
        }
        return message.toString();
    }

    @Test
    void a_server_that_nobody_knows_is_refused_with_its_fingerprint_and_the_line() throws Exception {
        Path empty = Files.createFile(directory.resolve("known"));
        String message = refused(ErrorCode.UNAVAILABLE, server.request(Map.of("knownHosts", empty.toString())));
        assertThat(message).contains("is not known", "SHA256:");
        String line = message.substring(message.indexOf("[127.0.0.1]:"));
        assertThat(empty).isEmptyFile();
        Files.writeString(empty, line + "\n");
        works(server.request(Map.of("knownHosts", empty.toString())));
        refused(
                ErrorCode.UNAVAILABLE,
                server.request(Map.of("knownHosts", directory.resolve("none").toString())));
    }

    @Test
    void a_server_whose_key_changed_is_refused_loudly() throws Exception {
        Path other = directory.resolve("known");
        try (EmbeddedSsh another = EmbeddedSsh.start(directory)) {
            String line = Files.readString(another.knownHosts());
            Files.writeString(other, "[127.0.0.1]:" + server.port() + line.substring(line.indexOf(' ')));
        }
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("knownHosts", other.toString()))))
                .contains("HAS CHANGED", "SHA256:")
                .doesNotContain("add this line");
        Files.writeString(other, "@revoked " + Files.readString(server.knownHosts()));
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("knownHosts", other.toString()))))
                .contains("revoked");
    }

    @Test
    void a_pinned_key_is_the_only_one() throws Exception {
        String none = directory.resolve("none").toString();
        String message = refused(ErrorCode.UNAVAILABLE, server.request(Map.of("knownHosts", none)));
        String shown = message.substring(message.indexOf("SHA256:")).split("[; ]", -1)[0];
        works(server.request(Map.of("knownHosts", none, "fingerprint", shown)));
        String wrong = shown.substring(0, shown.length() - 2) + (shown.endsWith("AA") ? "BB" : "AA");
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("fingerprint", wrong))))
                .contains(wrong, shown);
    }

    private static void works(SandboxRequest request) throws Exception {
        assertThat(SshServer.provider().probe(request).ok()).isTrue();
        Sandbox sandbox = SshServer.provider().create(request);
        sandbox.release(OnClose.DESTROY);
        assertThat(Path.of(sandbox.root()).getParent()).doesNotExist();
    }

    @Test
    void a_user_without_the_right_key_is_refused_and_told_what_was_tried() throws Exception {
        Path other = directory.resolve("key");
        try (EmbeddedSsh another = EmbeddedSsh.start(directory)) {
            Files.copy(another.identity(), other);
        }
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("identity", other.toString()))))
                .contains("refused the user", "the key file key", "option");
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("identity", ""))))
                .contains("neither key nor agent nor password");
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("identity", directory + "/nothing"))))
                .contains("key file nothing", "cannot be read");
        assertThat(refused(
                        ErrorCode.UNAVAILABLE,
                        server.request(Map.of("identity", server.knownHosts().toString()))))
                .contains("no private key");
    }

    @Test
    void a_wrong_password_is_refused_and_never_shown() {
        SshProvider provider = SshServer.provider().withPassword(Secret.of("hunter2-hunter2"));
        String message = refused(ErrorCode.UNAVAILABLE, provider, server.request(Map.of("identity", "")));
        assertThat(message).contains("the password").doesNotContain("hunter2");
    }

    @Test
    void the_right_password_opens() throws Exception {
        SshProvider provider = SshServer.provider().withPassword(Secret.of(EmbeddedSsh.PASSWORD));
        Sandbox sandbox = provider.create(server.request(Map.of("identity", "")));
        sandbox.release(OnClose.DESTROY);
        assertThat(Path.of(sandbox.root())).doesNotExist();
    }

    @Test
    void a_server_that_is_not_there_is_named() throws Exception {
        assertThat(refused(
                        ErrorCode.UNAVAILABLE, server.request(Map.of("port", Integer.toString(SshServer.freePort())))))
                .contains("nothing answers at 127.0.0.1:");
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("host", "no-such-host.invalid"))))
                .contains("no-such-host.invalid");
    }

    @Test
    void options_that_make_no_sense_are_refused_with_their_form() {
        assertThat(refused(ErrorCode.INVALID_ARGUMENT, server.request(Map.of("host", ""))))
                .contains("option host");
        assertThat(refused(ErrorCode.INVALID_ARGUMENT, server.request(Map.of("port", "70000"))))
                .contains("option port", "65535");
        assertThat(refused(ErrorCode.INVALID_ARGUMENT, server.request(Map.of("connectTimeout", "soon"))))
                .contains("option connectTimeout", "500ms");
        assertThat(refused(ErrorCode.INVALID_ARGUMENT, server.request(Map.of("fingerprint", "aa:bb"))))
                .contains("option fingerprint", "SHA256:");
    }

    @Test
    void a_root_that_cannot_be_used_is_refused_and_leaves_nothing() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Path base = Files.createDirectory(directory.resolve("base"));
        Map<String, String> options = Map.of("base", base.toString());
        WorkspaceOptions.Builder workspace = WorkspaceOptions.builder();
        assertThat(refused(
                        ErrorCode.UNAVAILABLE,
                        server.request(workspace.root(file.toString()).build(), options)))
                .contains("not a directory");
        assertThat(refused(
                        ErrorCode.UNAVAILABLE,
                        server.request(workspace.root(file + "/below").build(), options)))
                .contains("cannot be made");
        assertThat(refused(
                        ErrorCode.UNAVAILABLE,
                        server.request(
                                workspace
                                        .root(directory + "/none")
                                        .createRoot(false)
                                        .build(),
                                options)))
                .contains("does not exist");
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("base", file.toString()))))
                .contains("option base");
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void a_server_without_a_shell_is_refused() throws Exception {
        try (EmbeddedSsh bare = EmbeddedSsh.start(directory, line -> "echo sh: not found here >&2; exit 127")) {
            assertThat(refused(ErrorCode.UNAVAILABLE, bare.request(Map.of())))
                    .contains("needs a POSIX sh", "not found here", "127");
        }
    }

    @Test
    void a_server_that_says_something_at_each_login_is_understood() throws Exception {
        try (EmbeddedSsh chatty =
                EmbeddedSsh.start(directory, line -> "echo Welcome; echo Mind the gap >&2; " + line)) {
            Sandbox sandbox = SshServer.provider().create(chatty.request(Map.of()));
            StringBuilder said = new StringBuilder();
            int exit = sandbox.run(
                    ProcessRequest.of(List.of("sh", "-c", "echo out; echo err >&2"), "/"), new ProcessSink() {
                        @Override
                        public void stdout(byte[] buffer, int length) {
                            said.append(new String(buffer, 0, length, java.nio.charset.StandardCharsets.UTF_8));
                        }

                        @Override
                        public void stderr(byte[] buffer, int length) {
                            said.append(new String(buffer, 0, length, java.nio.charset.StandardCharsets.UTF_8));
                        }
                    });
            assertThat(exit).isZero();
            assertThat(said.toString().lines()).containsExactlyInAnyOrder("out", "err");
            sandbox.release(OnClose.DESTROY);
            assertThat(Path.of(sandbox.root())).doesNotExist();
        }
    }

    @Test
    void a_user_who_may_run_nothing_is_refused_and_leaves_nothing() throws Exception {
        for (String forced : List.of("/bin/false", "echo This account is not available.; exit 1", "/no/such/shell")) {
            Path own = Files.createTempDirectory(directory, "server");
            try (OpenSsh closed = OpenSsh.start(own, "ForceCommand " + forced)) {
                assertThat(refused(ErrorCode.UNAVAILABLE, closed.request(Map.of("base", own.toString()))))
                        .contains("needs a POSIX sh");
                assertThat(own.toFile().list((file, name) -> name.startsWith("cofferdam-")))
                        .isEmpty();
            }
        }
    }

    @Test
    void a_base_that_nobody_can_write_is_refused() {
        assertThat(refused(ErrorCode.UNAVAILABLE, server.request(Map.of("base", "/proc"))))
                .contains("option base");
        assertThat(refused(
                        ErrorCode.UNAVAILABLE,
                        server.request(
                                WorkspaceOptions.builder().root("/proc/none").build(), Map.of())))
                .contains("cannot be made");
    }

    @Test
    void without_the_library_the_artifact_is_named() throws Exception {
        ClassLoader ours = SshRefusalTests.class.getClassLoader();
        URL[] classes = {
            SshProvider.class.getProtectionDomain().getCodeSource().getLocation(),
            WithoutLibrary.class.getProtectionDomain().getCodeSource().getLocation()
        };
        ClassLoader others = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("dev.cofferdam.") || name.startsWith("org.apache.sshd.")) {
                    throw new ClassNotFoundException(name);
                }
                return ours.loadClass(name);
            }
        };
        try (URLClassLoader loader = new URLClassLoader(classes, others)) {
            Constructor<?> constructor =
                    loader.loadClass(WithoutLibrary.class.getName()).getDeclaredConstructor();
            constructor.setAccessible(true);
            Callable<?> attempt = (Callable<?>) constructor.newInstance();
            assertThat(attempt.call())
                    .asString()
                    .startsWith("UNAVAILABLE")
                    .contains("org.apache.sshd:sshd-osgi:2.20.0", "add it to the dependencies");
        }
    }

    /** Opens a sandbox, in a class loader that knows no SSH library. */
    static final class WithoutLibrary implements Callable<String> {
        @Override
        public String call() throws Exception {
            try {
                new SshProvider()
                        .create(new SandboxRequest(WorkspaceOptions.defaults(), Map.of("host", "127.0.0.1")))
                        .release(OnClose.DESTROY);
                return "opened";
            } catch (WorkspaceException e) {
                return e.code() + ": " + e.getMessage();
            }
        }
    }
}
