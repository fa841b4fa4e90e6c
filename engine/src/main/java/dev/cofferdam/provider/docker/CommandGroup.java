package dev.cofferdam.provider.docker;

import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a command: those of the session that its exec made. They are found and signalled in the container,
 * where it is first checked by the leader's start time that the session is still the command's (WS-EXEC-009).
 */
final class CommandGroup {
    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(200);

    private final Container container;
    private final boolean endedByCommand;
    private String leader = "";
    private String started = "";
    private boolean over;
    private @Nullable List<String> told;
    private long toldAt;
    private boolean termed;
    private boolean killed;
    private boolean asked;

    /**
     * Create a group.
     *
     * @param container where it is
     * @param endedByCommand whether what the command leaves is ended with it
     */
    CommandGroup(Container container, boolean endedByCommand) {
        this.container = container;
        this.endedByCommand = endedByCommand;
    }

    Container container() {
        return container;
    }

    /** Take note of the leader. */
    synchronized void began(String pid, String startTime) {
        boolean plain = pid.matches("[0-9]{1,10}") && startTime.matches("[0-9]{1,20}");
        leader = plain ? pid : "";
        started = plain ? startTime : "";
    }

    /** Tell whether the leader is known. */
    synchronized boolean hasBegun() {
        return !leader.isEmpty();
    }

    /**
     * Take note of the end of the command.
     *
     * @param left who was there a moment ago, as pids and names with a slash after each
     */
    synchronized void ended(String left) {
        if (left.isEmpty()) {
            over = true;
            return;
        }
        List<String> members = new ArrayList<>();
        for (String member : left.split("/", 0)) {
            members.add(shown(member));
        }
        told = members;
        toldAt = Machine.nanos();
    }

    /**
     * Look whether the command runs still, and when it does not, end what it left where that is not to stay; a command
     * may have ended its leader.
     */
    synchronized boolean isRunning() throws IOException, InterruptedException {
        List<String> members = members();
        String own = leader + " ";
        if (members.stream().anyMatch(member -> member.startsWith(own))) {
            return true;
        }
        if (endedByCommand && !asked && !members.isEmpty()) {
            run(Signal.KILL.name());
        }
        return false;
    }

    /** Tell whether it was we who killed it. */
    synchronized boolean wasKilled() {
        return killed;
    }

    synchronized void signal(Signal signal) throws IOException, InterruptedException {
        if (over || leader.isEmpty()) {
            return;
        }
        // A TERM was followed by a CONT in the same breath.
        if (signal == Signal.CONT && termed) {
            termed = false;
            return;
        }
        killed |= signal == Signal.KILL;
        termed = signal == Signal.TERM;
        asked |= termed;
        run(signal.name());
    }

    synchronized List<String> members() throws IOException, InterruptedException {
        if (over || leader.isEmpty()) {
            return List.of();
        }
        List<String> known = told;
        told = null;
        if (known != null && Machine.nanos() - toldAt < FRESH) {
            // It was looked for a moment ago, in the container itself.
            return known;
        }
        List<String> members = run("-");
        over = members.isEmpty();
        return members;
    }

    private List<String> run(String signal) throws IOException, InterruptedException {
        return container.session(leader, started, signal).stream()
                .map(CommandGroup::shown)
                .toList();
    }

    private static String shown(String line) {
        StringBuilder text = new StringBuilder();
        line.chars().forEach(c -> text.append(c < ' ' || c > '~' ? '?' : (char) c));
        return text.toString();
    }
}
