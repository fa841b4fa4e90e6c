package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Which Java process a directory on a server belongs to, so that what a killed one left can be told from what a living one
 * uses, or one of another machine: many may share a server (WS-LIFE-007).
 *
 * @param host identifies the machine of the process, its boot, and the pid namespace in which the pid counts
 * @param pid the process
 * @param started when it started, in milliseconds
 */
record Owner(String host, long pid, long started) {
    private static final String VERSION = "1";
    private static final int FIELDS = 4;

    /** Clocks are set, and the start of a process is counted from that of the machine. */
    private static final long SAME = 1_500;

    /** Return the owner that this process is. */
    static Owner self() {
        return of(ProcessHandle.current());
    }

    static Owner of(ProcessHandle process) {
        String boot = text("/proc/sys/kernel/random/boot_id");
        String machine = text("/etc/machine-id") + "\n" + text("/proc/sys/kernel/hostname");
        // Where the boot is not known nothing is ever taken for abandoned.
        String host = boot.isEmpty() ? "" : digest(machine + "\n" + boot + "\n" + link("/proc/self/ns/pid"));
        return new Owner(host, process.pid(), started(process));
    }

    /** Return the line that says so. */
    String line() {
        return VERSION + " " + host + " " + pid + " " + started;
    }

    /** Tell whether a line names a process of this machine that is gone; never where it cannot be told. */
    boolean hasAbandoned(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS || !fields[0].equals(VERSION) || host.isEmpty() || !fields[1].equals(host)) {
            return false;
        }
        if (!fields[2].matches("[0-9]{1,18}") || !fields[3].matches("[0-9]{1,18}")) {
            return false;
        }
        return ProcessHandle.of(Long.parseLong(fields[2]))
                .filter(process -> Math.abs(started(process) - Long.parseLong(fields[3])) <= SAME)
                .isEmpty();
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            // Not on this system: the rest tells machines apart.
            return "";
        }
    }

    private static String link(String file) {
        try {
            return Files.readSymbolicLink(Path.of(file)).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
