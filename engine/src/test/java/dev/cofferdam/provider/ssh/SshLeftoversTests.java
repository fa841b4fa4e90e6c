package dev.cofferdam.provider.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What killed Java processes left on a server goes at the next start, and nothing else does (WS-LIFE-007). */
@Timeout(60)
class SshLeftoversTests {
    private static final String NAME = "cofferdam-0123456789abcdef0123456789abcde";

    @TempDir
    Path directory;

    private Path base;
    private OpenSsh server;

    @BeforeEach
    void start() throws IOException {
        server = OpenSsh.start(directory);
        base = Files.createDirectory(directory.toRealPath().resolve("base"));
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private Sandbox open(WorkspaceOptions workspace) throws Exception {
        return SshServer.provider().create(server.request(workspace, Map.of("base", base.toString())));
    }

    private Path leftover(int number, String owner) throws IOException {
        Path left = Files.createDirectories(base.resolve(NAME + number));
        Files.createDirectories(left.resolve("root/deep"));
        Files.writeString(left.resolve("owner"), owner + "\n");
        return left;
    }

    /** Return the owner that a process was which ran here and is gone. */
    private static Owner gone() throws Exception {
        Process process = new ProcessBuilder("sleep", "30").start();
        Owner owner = Owner.of(process.toHandle());
        process.destroyForcibly().waitFor();
        return owner;
    }

    @Test
    void a_directory_of_a_process_that_is_gone_is_removed_with_what_runs_in_it() throws Exception {
        Path left = leftover(1, gone().line());
        ProcessBuilder builder = new ProcessBuilder("sleep", "55");
        builder.environment().put("COFFERDAM_WORKSPACE", left.getFileName().toString());
        Process process = builder.start();
        Sandbox sandbox = open(WorkspaceOptions.defaults());
        assertThat(left).doesNotExist();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        sandbox.release(OnClose.DESTROY);
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void what_may_belong_to_somebody_stays() throws Exception {
        Owner gone = gone();
        Owner self = Owner.self();
        leftover(1, self.line());
        leftover(2, new Owner("0".repeat(32), gone.pid(), gone.started()).line());
        leftover(3, "");
        leftover(4, gone.line().replaceFirst("1 ", "2 "));
        leftover(5, gone.line() + " more");
        leftover(6, gone.line().replace(" " + gone.pid() + " ", " x "));
        Files.delete(leftover(7, gone.line()).resolve("owner"));
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("owner"), gone.line() + "\n");
        Files.createSymbolicLink(base.resolve(NAME + 8), elsewhere);
        Path other = Files.createDirectory(base.resolve("cofferdam-mine"));
        Files.writeString(other.resolve("owner"), gone.line() + "\n");
        Sandbox sandbox = open(WorkspaceOptions.defaults());
        sandbox.release(OnClose.DESTROY);
        assertThat(base.toFile().list()).hasSize(9);
        assertThat(elsewhere.resolve("owner")).exists();
    }

    @Test
    void another_process_with_the_same_number_is_not_taken_for_the_owner() throws Exception {
        Owner self = Owner.self();
        Path left = leftover(1, new Owner(self.host(), self.pid(), self.started() - 60_000).line());
        open(WorkspaceOptions.defaults()).release(OnClose.DESTROY);
        assertThat(left).doesNotExist();
    }

    @Test
    void a_directory_says_whose_it_is_unless_it_is_kept() throws Exception {
        Sandbox sandbox = open(WorkspaceOptions.defaults());
        Path owner = Path.of(sandbox.root()).resolveSibling("owner");
        assertThat(owner).hasContent(Owner.self().line());
        sandbox.release(OnClose.KEEP);
        assertThat(Path.of(sandbox.root())).exists();
        assertThat(owner).doesNotExist();
        Sandbox kept = open(WorkspaceOptions.builder().onClose(OnClose.KEEP).build());
        assertThat(Path.of(kept.root()).resolveSibling("owner")).doesNotExist();
        kept.release(OnClose.DESTROY);
    }

    @Test
    void one_that_is_used_again_belongs_to_nobody_who_may_be_gone() throws Exception {
        Sandbox first = open(WorkspaceOptions.defaults());
        Path owner = Path.of(first.root()).resolveSibling("owner");
        Sandbox again = SshServer.provider()
                .connect(first.id(), server.request(Map.of("base", base.toString())))
                .orElseThrow();
        assertThat(owner).doesNotExist();
        again.release(OnClose.KEEP);
        first.release(OnClose.DESTROY);
        assertThat(base).isEmptyDirectory();
    }
}
