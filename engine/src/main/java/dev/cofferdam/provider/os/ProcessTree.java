package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.ProcStat;
import dev.cofferdam.internal.host.ProcessTable;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one sandbox, as this host sees them: the outer {@code bwrap}, the first process of its PID namespace,
 * in that the inner {@code bwrap} with a first process of its own, and below this the command. When the first process of
 * a namespace is gone, all of the namespace are.
 */
final class ProcessTree {
    private static final String NAME = "bwrap";
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);
    private static final long MOST = TimeUnit.SECONDS.toNanos(20);

    private final Process outer;
    private final String mark;
    private final Path armed;
    private final String shell;
    private final Spawner spawner;
    private final boolean handshake;
    private @Nullable ProcStat first;
    private @Nullable ProcStat command;

    /**
     * Take note of a sandbox.
     *
     * @param outer the outer {@code bwrap}
     * @param mark the assignment that the environment of its own processes holds
     * @param armed the file by which the sandbox says that it ends with its parent
     * @param shell the path of {@code sh}
     * @param spawner starts the program that signals
     * @param handshake whether to wait for that file before killing, and for the end of all; only a test does not
     */
    ProcessTree(Process outer, String mark, Path armed, String shell, Spawner spawner, boolean handshake) {
        this.outer = outer;
        this.mark = mark;
        this.armed = armed;
        this.shell = shell;
        this.spawner = spawner;
        this.handshake = handshake;
    }

    /** Tell whether the sandbox stands. */
    boolean isArmed() {
        return Files.exists(armed);
    }

    /** Find the first process of the namespace, while the outer {@code bwrap} still is its parent; nearly for free. */
    synchronized void look() {
        if (first == null && outer.isAlive()) {
            List<ProcStat> children = ProcessTable.children(outer.pid());
            if (!children.isEmpty()) {
                first = children.get(0);
            }
        }
    }

    /** Return the command itself, which leads its session, once it is there. */
    private Optional<ProcStat> command() {
        look();
        ProcStat known = command;
        if (known != null || first == null) {
            return Optional.ofNullable(known);
        }
        for (ProcStat inside : ProcessTable.children(first.pid())) {
            for (ProcStat inner : ProcessTable.children(inside.pid())) {
                List<ProcStat> below = inner.name().equals(NAME) ? ProcessTable.children(inner.pid()) : List.of();
                // Orphans become children of the inner first process too; the command was made before all of them.
                if (!below.isEmpty() && below.get(0).session() == below.get(0).pid()) {
                    command = below.get(0);
                    return Optional.ofNullable(command);
                }
            }
        }
        return Optional.empty();
    }

    /** Return the living processes of the command's session. */
    synchronized List<ProcStat> members() {
        Optional<ProcStat> leader = outer.isAlive() ? command() : Optional.empty();
        return leader.map(found -> ProcessTable.find(0, p -> p.session() == found.pid() && isThere(p, found)))
                .orElse(List.of());
    }

    private static boolean isThere(ProcStat process, ProcStat leader) {
        return process.started() >= leader.started();
    }

    /** Signal the command's session; one that is still being started gets the signal as soon as it is there. */
    void signal(Signal signal) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (outer.isAlive() && System.nanoTime() - start < PATIENCE) {
            List<ProcStat> members = members();
            if (!members.isEmpty()) {
                kill(signal, members);
                return;
            }
            outer.waitFor(1, TimeUnit.MILLISECONDS);
        }
    }

    private void kill(Signal signal, List<ProcStat> members) throws IOException, InterruptedException {
        String groups = members.stream().map(p -> " -" + p.group()).distinct().collect(Collectors.joining());
        // Only the shell's own kill is sure to take a negative number for a group.
        Process kill = spawner.start(
                List.of(shell, "-c", "kill -" + signal.name() + groups),
                Map.of(),
                new Spawner.Files(Spawner.Files.NULL, Spawner.Files.NULL, Spawner.Files.NULL));
        // Groups may end meanwhile, so the exit code says nothing.
        kill.waitFor();
    }

    /**
     * End everything. A sandbox that is killed before it has asked the kernel to end it with its parent would live on
     * alone; so it is waited for, and then looked for.
     */
    void end() throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (handshake && outer.isAlive() && !isArmed() && System.nanoTime() - start < PATIENCE) {
            look();
            outer.waitFor(1, TimeUnit.MILLISECONDS);
        }
        look();
        outer.destroyForcibly();
        outer.waitFor();
        awaitGone(true);
    }

    /**
     * Wait until no process of the sandbox is left, after the outer {@code bwrap} has ended.
     *
     * @param kill whether to kill what is found
     */
    void awaitGone(boolean kill) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long pause = 200;
        while (handshake) {
            List<ProcStat> left = left();
            if (left.isEmpty()) {
                return;
            }
            if (kill || System.nanoTime() - start > PATIENCE) {
                left.forEach(p -> ProcessHandle.of(p.pid()).ifPresent(ProcessHandle::destroyForcibly));
            }
            if (System.nanoTime() - start > MOST) {
                throw new IOException("processes of a command could not be ended");
            }
            TimeUnit.MICROSECONDS.sleep(pause);
            pause = Math.min(2 * pause, 20_000);
        }
    }

    private synchronized List<ProcStat> left() {
        ProcStat known = first;
        if (known == null) {
            return ProcessTable.withEnvironment(mark, 0);
        }
        List<ProcStat> left = new ArrayList<>();
        // The kernel calls the first process dead only when all others of its namespace are gone.
        ProcStat.of(known.pid())
                .filter(p -> p.started() == known.started() && !p.isDead())
                .ifPresent(left::add);
        return left;
    }
}
