package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processor time of this process, with all its threads, and of its children that have ended. That of children
 * comes in ticks of ten milliseconds, so it is of use only in sums.
 */
final class CpuClock {
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final long NANOS_PER_TICK = 10_000_000;
    /** Of the fields after the name in parentheses, the times of waited-for children. */
    private static final int CHILDREN_USER = 13;

    private CpuClock() {}

    /** Return nanoseconds since some moment. */
    static long nanos() throws IOException {
        return ofThisProcess() + ofChildren();
    }

    private static long ofThisProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }

    private static long ofChildren() throws IOException {
        if (!Files.isReadable(STAT)) {
            return 0;
        }
        String line = Files.readString(STAT, StandardCharsets.ISO_8859_1);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_USER + 1])) * NANOS_PER_TICK;
    }
}
