package dev.cofferdam.internal.host;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** The processes of this host, as {@code /proc} lists them. */
public final class ProcessTable {
    private static final File PROC = new File("/proc");

    private ProcessTable() {}

    /** Return the living processes from a pid on that fit. */
    public static List<ProcStat> find(long fromPid, Predicate<ProcStat> fits) {
        List<ProcStat> found = new ArrayList<>();
        for (long pid : pids()) {
            if (pid >= fromPid) {
                ProcStat.of(pid).filter(p -> !p.isDead() && fits.test(p)).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Return the living processes whose environment holds exactly this assignment, as far as we may look. */
    public static List<ProcStat> withEnvironment(String assignment, long fromPid) {
        return find(fromPid, p -> hasEnvironment(p.pid(), assignment));
    }

    /** Tell whether a process was started with this assignment in its environment; false where we may not look. */
    public static boolean hasEnvironment(long pid, String assignment) {
        byte[] environment;
        try (FileInputStream in = new FileInputStream("/proc/" + pid + "/environ")) {
            environment = in.readAllBytes();
        } catch (IOException e) {
            // Gone, or another user's: not ours.
            return false;
        }
        String text = '\0' + new String(environment, StandardCharsets.ISO_8859_1) + '\0';
        return text.contains('\0' + assignment + '\0');
    }

    /** Return the living children of a process that has one thread, in the order in which they were made. */
    public static List<ProcStat> children(long parent) {
        try (FileInputStream in = new FileInputStream("/proc/" + parent + "/task/" + parent + "/children")) {
            List<ProcStat> found = new ArrayList<>();
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
            for (String pid : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
                ProcStat.of(Long.parseLong(pid))
                        .filter(p -> p.parent() == parent && !p.isDead())
                        .ifPresent(found::add);
            }
            return found;
        } catch (IOException e) {
            // The process is gone, or the kernel does not keep such lists.
            return find(0, p -> p.parent() == parent);
        }
    }

    /** Return the pid that was given out last in this pid namespace. */
    public static OptionalLong lastPid() {
        try (FileInputStream in = new FileInputStream("/proc/loadavg")) {
            String line = new String(in.readNBytes(256), StandardCharsets.US_ASCII).strip();
            return OptionalLong.of(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static List<Long> pids() {
        String[] names = PROC.list();
        List<Long> pids = new ArrayList<>();
        if (names != null) {
            for (String name : names) {
                if (name.charAt(0) >= '1' && name.charAt(0) <= '9') {
                    pids.add(Long.parseLong(name));
                }
            }
        }
        return pids;
    }
}
