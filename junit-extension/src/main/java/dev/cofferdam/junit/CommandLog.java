package dev.cofferdam.junit;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The last commands of a workspace and how they ended. Safe for use by several threads.
 *
 * <p>A test pays for it with a reference to each short output; long ones are cut at once, so that a test that runs
 * thousands of commands does not fill the heap.
 */
final class CommandLog {
    private static final int MAX_COMMANDS = 1000;
    private static final int MAX_OUTPUT_BYTES = 8192;

    private final Redaction redaction;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long dropped;

    CommandLog(Redaction redaction) {
        this.redaction = redaction;
    }

    private interface Entry {
        Map<String, Object> asMap();
    }

    void ended(Command command, CommandResult result) {
        redaction.addFrom(command);
        Excerpt stdout = excerpt(result.stdout());
        Excerpt stderr = excerpt(result.stderr());
        add(() -> describe(command, result, stdout, stderr));
    }

    void failed(Command command, WorkspaceException failure) {
        redaction.addFrom(command);
        add(() -> {
            Map<String, Object> map = describe(command);
            map.put("error", failure.code().name());
            map.put("message", redaction.apply(String.valueOf(failure.getMessage())));
            return map;
        });
    }

    void started(RunningCommand running) {
        redaction.addFrom(running.command());
        add(() -> describe(running));
    }

    private synchronized void add(Entry entry) {
        if (entries.size() == MAX_COMMANDS) {
            entries.removeFirst();
            dropped++;
        }
        entries.addLast(entry);
    }

    /** Return how many commands were recorded and forgotten again. */
    synchronized long dropped() {
        return dropped;
    }

    /** Return the commands in the order in which they ended or were started, ready to be written as JSON. */
    List<Map<String, Object>> entries() {
        List<Entry> copy;
        synchronized (this) {
            copy = List.copyOf(entries);
        }
        return copy.stream().map(Entry::asMap).toList();
    }

    private Map<String, Object> describe(Command command) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("argv", command.argv().stream().map(redaction::apply).toList());
        map.put("cwd", command.cwd().map(redaction::apply).orElse("."));
        return map;
    }

    private Map<String, Object> describe(Command command, CommandResult result, Excerpt stdout, Excerpt stderr) {
        Map<String, Object> map = describe(command);
        map.put("exitCode", result.exitCode());
        map.put("timedOut", result.timedOut());
        map.put("durationMillis", result.duration().toMillis());
        stdout.putInto(map, "stdout");
        stderr.putInto(map, "stderr");
        return map;
    }

    private Map<String, Object> describe(RunningCommand running) {
        Map<String, Object> map = describe(running.command());
        try {
            Optional<CommandResult> result = running.isRunning() ? Optional.empty() : running.waitFor(Duration.ZERO);
            if (result.isPresent()) {
                CommandResult ended = result.get();
                return describe(running.command(), ended, excerpt(ended.stdout()), excerpt(ended.stderr()));
            }
            map.put("running", true);
        } catch (WorkspaceException e) {
            map.put("error", e.code().name());
            map.put("message", redaction.apply(String.valueOf(e.getMessage())));
        }
        excerpt(running.stdout()).putInto(map, "stdout");
        excerpt(running.stderr()).putInto(map, "stderr");
        return map;
    }

    private Excerpt excerpt(Output output) {
        if (output.totalBytes() <= MAX_OUTPUT_BYTES) {
            return new Excerpt(output, "", output.totalBytes());
        }
        // Redacted before it is cut, so that no half of a secret is left at the cut.
        byte[] bytes = redaction.apply(output.bytes());
        return new Excerpt(Output.empty(), headAndTail(bytes), output.totalBytes());
    }

    private static String headAndTail(byte[] bytes) {
        int half = MAX_OUTPUT_BYTES / 2;
        if (bytes.length <= MAX_OUTPUT_BYTES) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return new String(bytes, 0, half, StandardCharsets.UTF_8) + "\n[… " + (bytes.length - 2 * half)
                + " bytes left out …]\n" + new String(bytes, bytes.length - half, half, StandardCharsets.UTF_8);
    }

    /** A short output as it is, or the head and tail of a long one. */
    private final class Excerpt {
        private final Output whole;
        private final String cut;
        private final long totalBytes;

        Excerpt(Output whole, String cut, long totalBytes) {
            this.whole = whole;
            this.cut = cut;
            this.totalBytes = totalBytes;
        }

        void putInto(Map<String, Object> map, String name) {
            // Secrets may have come up since the output was cut.
            map.put(name, redaction.apply(cut.isEmpty() ? whole.text() : cut));
            if (!cut.isEmpty() || whole.truncated()) {
                map.put(name + "Truncated", true);
                map.put(name + "TotalBytes", totalBytes);
            }
        }
    }
}
