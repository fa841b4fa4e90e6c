package dev.cofferdam.internal.host;

import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The processes of a command: those of the session that its leader made. They are found and signalled only while it is
 * certain that the session is still the command's (WS-EXEC-009): its leader lives, with the start time of then, or a
 * process does that was seen in it before, or else one that carries the workspace's id in its environment.
 */
final class Session {
    private static final long SHORT = TimeUnit.SECONDS.toNanos(1);
    private static final long UNKNOWN = -1;
    private static final int FEW = 8;
    private static final int MOST_ROUNDS = 200;

    private final Process leader;
    private final long pid;
    private final long nanoTime = System.nanoTime();
    private final String mark;
    private final String shell;
    private final Map<Long, Long> known = new HashMap<>();
    private long started = UNKNOWN;
    private boolean over;

    /**
     * Take note of a leader.
     *
     * @param leader the process that was just started
     * @param mark the assignment that the environments of the workspace's processes hold
     * @param shell the path of {@code sh}
     */
    Session(Process leader, String mark, String shell) {
        this.leader = leader;
        this.pid = leader.pid();
        this.mark = mark;
        this.shell = shell;
    }

    /**
     * Take note of when the leader began, when it is first asked for: right after the start the kernel keeps whoever
     * looks waiting until the program is loaded. The number is the leader's as long as it has not been collected.
     */
    private void identify() {
        if (started == UNKNOWN) {
            Optional<ProcStat> seen = ProcStat.of(pid);
            if (leader.isAlive()) {
                started = seen.map(ProcStat::started).orElse(UNKNOWN);
            }
        }
    }

    /** Return the living processes of the session, the leader included. */
    synchronized List<ProcStat> members() {
        return members(0, false);
    }

    private List<ProcStat> members(long fromPid, boolean certain) {
        if (over) {
            return List.of();
        }
        identify();
        List<ProcStat> found = ProcessTable.find(fromPid, this::belongs);
        if (!certain && !isOurs(found)) {
            found = found.stream()
                    .filter(p -> ProcessTable.hasEnvironment(p.pid(), mark))
                    .collect(Collectors.toList());
        }
        found.forEach(p -> known.put(p.pid(), p.started()));
        if (found.isEmpty() && !leader.isAlive()) {
            // From now on the number may belong to somebody else.
            over = true;
        }
        return found;
    }

    /** Tell whether no process of it was left when it was last looked at. */
    synchronized boolean isOver() {
        return over;
    }

    private boolean belongs(ProcStat process) {
        return process.pid() == pid
                ? process.started() == started
                : process.session() == pid && process.started() >= started;
    }

    private boolean isOurs(List<ProcStat> found) {
        for (ProcStat process : found) {
            if (process.pid() == pid && process.started() == started) {
                return true;
            }
            Long before = known.get(process.pid());
            if (before != null && before == process.started()) {
                return true;
            }
        }
        return leader.isAlive();
    }

    /** Signal all processes of the session; a stopped one continues to take the signal. */
    synchronized void signal(Signal signal) throws IOException, InterruptedException {
        awaitSession();
        List<ProcStat> members = members(0, false);
        if (!members.isEmpty()) {
            signalGroups(signal, members);
        }
    }

    /**
     * Deal with what the leader left, right after its end, nearly for free when that is nothing.
     *
     * @param end whether to end it; otherwise it is taken note of
     */
    synchronized void leaderEnded(boolean end) throws IOException, InterruptedException {
        boolean brief = System.nanoTime() - nanoTime < SHORT;
        OptionalLong last = ProcessTable.lastPid();
        if (brief && last.isPresent() && last.getAsLong() == pid) {
            // No process was made on this host since the leader.
            over = true;
            return;
        }
        // What it started has higher pids, unless they began anew from the lowest.
        boolean ordered = brief && last.isPresent() && last.getAsLong() > pid;
        long fromPid = ordered ? pid : 0;
        if (end) {
            // Whoever is in the session of a leader that has just ended belongs to it.
            endAll(fromPid, true);
        } else {
            members(fromPid, true);
        }
    }

    /** End all processes of the session, the leader included. */
    synchronized void end() throws IOException, InterruptedException {
        awaitSession();
        endAll(0, leader.isAlive());
    }

    /** Kill until nothing is left: processes may be made while others are being killed. */
    private void endAll(long fromPid, boolean certain) throws IOException, InterruptedException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<ProcStat> rest = members(fromPid, certain);
            if (rest.isEmpty()) {
                return;
            }
            if (round < 2 && rest.size() <= FEW) {
                // Checks the start time by itself and needs no process.
                rest.forEach(p -> ProcessHandle.of(p.pid()).ifPresent(ProcessHandle::destroyForcibly));
            } else {
                signalGroups(Signal.KILL, rest);
            }
            if (round > 0) {
                TimeUnit.MILLISECONDS.sleep(Math.min(round, 20));
            }
        }
        throw new IOException("processes of a command could not be ended");
    }

    /** For a moment after its start the leader is not yet in its session. */
    private void awaitSession() throws InterruptedException {
        for (int i = 0; i < 1000 && leader.isAlive(); i++) {
            if (ProcStat.of(pid).map(p -> p.session() == pid).orElse(true)) {
                return;
            }
            leader.waitFor(1, TimeUnit.MILLISECONDS);
        }
    }

    private void signalGroups(Signal signal, List<ProcStat> members) throws IOException, InterruptedException {
        String groups = members.stream().map(p -> " -" + p.group()).distinct().collect(Collectors.joining());
        // Only the shell's own kill is sure to take a negative number for a group.
        String line = "kill -" + signal.name() + groups;
        Process kill = new ProcessBuilder(shell, "-c", line)
                .redirectInput(new java.io.File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // Groups may end meanwhile, so the exit code says nothing.
        kill.waitFor();
    }
}
