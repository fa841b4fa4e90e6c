package dev.cofferdam.internal.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ActivityTests {
    private final Activities activities = new Activities();

    private static void assertBusy(Activity activity, String named) {
        assertThatThrownBy(() -> activity.exclusive("remove"))
                .isInstanceOf(WorkspaceException.class)
                .hasMessageContaining(named)
                .satisfies(e -> assertThat(((WorkspaceException) e).code()).isEqualTo(ErrorCode.BUSY));
    }

    @Test
    void an_exclusive_operation_is_refused_while_a_command_of_any_workspace_of_the_root_runs() throws Exception {
        try (Activity one = activities.open("root");
                Activity other = activities.open("root");
                Activity stranger = activities.open("elsewhere")) {
            Activity.CommandHold command = one.command("npm test");
            assertBusy(other, "npm test");
            stranger.exclusive("remove").close();
            command.close();
            command.close();
            other.exclusive("remove").close();
        }
        assertThat(activities.size()).isZero();
    }

    @Test
    void what_a_command_left_counts_until_it_is_gone() throws Exception {
        try (Activity activity = activities.open("root")) {
            AtomicBoolean alive = new AtomicBoolean(true);
            activity.command("serve").left(() -> alive.get() ? List.of("4711 node") : List.of());
            assertBusy(activity, "4711 node");
            alive.set(false);
            activity.exclusive("remove").close();
        }
    }

    @Test
    void a_command_waits_for_an_exclusive_operation_and_can_be_interrupted() throws Exception {
        try (Activity activity = activities.open("root")) {
            Activity.Hold alone = activity.exclusive("restore");
            CountDownLatch started = new CountDownLatch(1);
            Thread waiting = new Thread(() -> {
                try {
                    activity.command("true").close();
                    started.countDown();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            waiting.start();
            assertThat(started.await(100, TimeUnit.MILLISECONDS)).isFalse();
            alone.close();
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            waiting.join();
            Activity.Hold again = activity.exclusive("restore");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> activity.command("true")).isInstanceOf(InterruptedException.class);
            again.close();
        }
    }

    @Test
    void a_root_that_cannot_be_written_needs_no_lock() throws Exception {
        OwnDirectory refused = create -> {
            throw new AccessDeniedException(".cofferdam");
        };
        try (Activity activity = activities.open("root", refused)) {
            activity.command("true").close();
            activity.exclusive("remove").close();
        }
    }

    @Test
    void other_processes_see_commands_and_operations(@TempDir Path own) throws Exception {
        OwnDirectory directory = create -> Dirs.open(own);
        try (Activity activity = activities.open("root", directory)) {
            try (Peer peer = new Peer(own)) {
                peer.send("command");
                assertBusy(activity, "another process");
                activity.command("true").close();
                peer.send("done");
                activity.exclusive("remove").close();
                Activity.CommandHold command = activity.command("make");
                assertThat(peer.send("exclusive")).isEqualTo("BUSY");
                command.close();
                assertThat(peer.send("exclusive")).isEqualTo("ok");
                CountDownLatch started = new CountDownLatch(1);
                Thread waiting = new Thread(() -> {
                    try {
                        activity.command("true").close();
                        started.countDown();
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                waiting.start();
                assertThat(started.await(100, TimeUnit.MILLISECONDS)).isFalse();
                peer.send("done");
                assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
                peer.send("exclusive");
            }
            // The peer was killed while it had the root to itself.
            activity.exclusive("remove").close();
        }
        assertThat(Files.isRegularFile(own.resolve("lock"))).isTrue();
    }

    /** Another Java process with the same root. */
    private static final class Peer implements AutoCloseable {
        private final Process process;
        private final java.io.BufferedReader reader;

        Peer(Path own) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            PeerMain.class.getName(),
                            own.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            reader = process.inputReader();
        }

        String send(String word) throws IOException {
            process.outputWriter().write(word + "\n");
            process.outputWriter().flush();
            return reader.readLine();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
