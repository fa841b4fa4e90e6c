package dev.cofferdam.provider.os;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** The files in {@code /proc} that belong to the machine and not to a process. No command writes them. */
final class KernelFiles {
    private static final List<String> PATHS = List.of(
            "/proc/acpi",
            "/proc/asound",
            "/proc/bus",
            "/proc/driver",
            "/proc/dynamic_debug",
            "/proc/fs",
            "/proc/irq",
            "/proc/latency_stats",
            "/proc/mtrr",
            "/proc/pressure",
            "/proc/scsi",
            "/proc/slabinfo",
            "/proc/sysrq-trigger",
            "/proc/timer_list",
            "/proc/tty");

    private KernelFiles() {}

    /**
     * Return the options of {@code bwrap} that close them. Root owns them, and to their owner the kernel lets them be
     * written without any capability, the settings among them: a core_pattern is a program of the host. So root gets a
     * {@code /proc} that nobody writes in. To other users the kernel refuses nearly all, by owner and mode; what it does
     * not refuse is covered, and the settings are covered whatever it says. Every mount costs time.
     *
     * @param root whether this user is root
     */
    static List<String> closed(boolean root) {
        if (root) {
            return List.of("--remount-ro", "/proc");
        }
        List<String> words = new ArrayList<>(List.of("--ro-bind", "/proc/sys", "/proc/sys"));
        for (String path : PATHS) {
            File file = new File(path);
            // Within a directory of the kernel a file may be open although the directory is not.
            if (file.isDirectory() || file.canWrite()) {
                words.addAll(List.of("--ro-bind-try", path, path));
            }
        }
        return words;
    }
}
