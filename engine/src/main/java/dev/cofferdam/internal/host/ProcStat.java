package dev.cofferdam.internal.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What {@code /proc/<pid>/stat} says about a process.
 *
 * @param pid the process
 * @param name the name of its program, cut by the kernel
 * @param state one letter; {@code Z} for a dead process that its parent has not collected
 * @param parent the parent's pid
 * @param group the process group
 * @param session the session
 * @param started the time of its start in ticks since the boot, which tells processes of one pid apart
 */
public record ProcStat(long pid, String name, char state, long parent, long group, long session, long started) {

    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int STARTED = 19;

    /** Read the record of a process; empty when there is none (any more). */
    public static Optional<ProcStat> of(long pid) {
        return read("/proc/" + pid + "/stat");
    }

    /** Read the record of this Java process. */
    public static Optional<ProcStat> ofSelf() {
        return read("/proc/self/stat");
    }

    private static Optional<ProcStat> read(String file) {
        try (FileInputStream in = new FileInputStream(file)) {
            byte[] buffer = new byte[1024];
            int length = in.read(buffer);
            return length <= 0 ? Optional.empty() : parse(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // The process is gone: that is the answer.
            return Optional.empty();
        }
    }

    /** Parse a line; the program's name may hold blanks and parentheses, so it ends at the last one. */
    public static Optional<ProcStat> parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 1 || close < open) {
            return Optional.empty();
        }
        String[] fields = line.substring(close + 1).strip().split(" ", -1);
        if (fields.length <= STARTED) {
            return Optional.empty();
        }
        return Optional.of(new ProcStat(
                Long.parseLong(line.substring(0, open).strip()),
                line.substring(open + 1, close),
                fields[STATE].charAt(0),
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[GROUP]),
                Long.parseLong(fields[SESSION]),
                Long.parseLong(fields[STARTED])));
    }

    /** Tell whether the process is dead and only waits to be collected. */
    public boolean isDead() {
        return state == 'Z' || state == 'X';
    }

    /** Describe the process without its arguments, which may hold secrets. */
    public String describe() {
        StringBuilder text = new StringBuilder().append(pid).append(' ');
        name.chars().forEach(c -> text.append(c < ' ' || c > '~' ? '?' : (char) c));
        return text.toString();
    }
}
