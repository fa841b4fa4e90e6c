package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.Launch;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Finds out by running one whether sandboxes work here, once; that they do not is asked again after a minute. */
final class Proof {
    private static final long VALID = TimeUnit.MINUTES.toNanos(1);
    private static final int SECONDS = 20;

    private final OsHost os;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock proving = new ReentrantLock();
    private @Nullable Tools proven;
    private @Nullable WorkspaceException refuted;
    private long refutedAt;

    Proof(OsHost os) {
        this.os = os;
    }

    /**
     * Return the programs with which sandboxes work here.
     *
     * @param root the root of the workspace, in which they must not lie
     * @throws WorkspaceException {@code SANDBOX_UNAVAILABLE} with the obstacle and the mend
     */
    Tools require(Optional<Path> root) throws IOException, InterruptedException {
        proving.lockInterruptibly();
        try {
            Tools known = proven;
            if (known != null && root.filter(known::liesIn).isEmpty()) {
                return known;
            }
            WorkspaceException failure = refuted;
            if (failure != null && root.isEmpty() && System.nanoTime() - refutedAt < VALID) {
                // Each caller gets a failure of its own, to which it may add others.
                throw WorkspaceException.of(failure.code(), String.valueOf(failure.getMessage()))
                        .causedBy(failure);
            }
            Tools tools = prove(root);
            if (root.isEmpty()) {
                proven = tools;
            }
            return tools;
        } catch (WorkspaceException e) {
            if (root.isEmpty()) {
                refuted = e;
                refutedAt = System.nanoTime();
            }
            throw e;
        } finally {
            proving.unlock();
        }
    }

    private Tools prove(Optional<Path> root) throws IOException, InterruptedException {
        if (!os.isLinux()) {
            throw Obstacle.NOT_LINUX.failure("the sandbox cannot run here", "");
        }
        Optional<Machine> machine = os.machine();
        Tools tools = Tools.find(os.host().variable("PATH").orElse(""), root, this::ask);
        PrivateDirectory scratch = PrivateDirectory.create(os.workspaces(), false, false, random);
        try {
            Launch launch = os.host().launch(scratch.path());
            CommandPlace place = CommandPlace.make(scratch.path().resolve("c1"));
            place.write(
                    BubblewrapCommand.arguments(KernelFiles.closed(OsHost.isRoot()), place.control(), "/", Map.of()),
                    machine.map(known -> SeccompFilter.compose(known, false)).orElse(new byte[0]));
            MountPlan plan = new MountPlan(
                    List.of(new Mount(Mount.Kind.WRITABLE, place.control())), List.of(), List.of(), List.of());
            BubblewrapCommand command = new BubblewrapCommand(tools.bwrap(), tools.socat(), OsHost.isRoot());
            List<String> words = command.words(
                    plan,
                    new BubblewrapCommand.Place(place.control(), place.armed(), launch.shell(), machine.isPresent()),
                    List.of(launch.shell(), "-c", ":"));
            Said said = run(launch.words(words, new HashMap<>()));
            if (said.exitCode != 0) {
                throw Obstacle.of(said.words).failure("the sandbox cannot run here", said.words);
            }
            return tools;
        } finally {
            scratch.delete();
        }
    }

    private String ask(String program, String argument) throws IOException, InterruptedException {
        return run(List.of(program, argument)).words;
    }

    /** What a program said and how it ended. */
    private record Said(int exitCode, String words) {}

    private Said run(List<String> words) throws IOException, InterruptedException {
        Path output = Files.createTempFile(os.workspaces(), "said", "");
        Path errors = Files.createTempFile(os.workspaces(), "said", "");
        try {
            Process process = os.spawner()
                    .start(
                            words,
                            Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
                            new Spawner.Files(Spawner.Files.NULL, output.toFile(), errors.toFile()));
            try {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    throw Obstacle.OTHER.failure("a sandbox did not end in " + SECONDS + " s", "");
                }
            } finally {
                process.destroyForcibly();
            }
            return new Said(
                    process.exitValue(),
                    Files.readString(output, StandardCharsets.UTF_8)
                            + Files.readString(errors, StandardCharsets.UTF_8));
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
        }
    }
}
