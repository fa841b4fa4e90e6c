package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which process a container belongs to, in its labels, so that what a killed one left can be told from what a living one
 * uses, or one of another host: a daemon may serve several (WS-LIFE-007).
 *
 * @param host identifies the host, and the pid namespace in which the pid counts
 * @param boot identifies the boot of the host
 * @param pid the process
 * @param started when it started, in milliseconds
 */
record Owner(String host, String boot, long pid, long started) {
    static final String HOST = DockerProvider.LABEL + ".owner";
    static final String BOOT = DockerProvider.LABEL + ".boot";
    static final String PID = DockerProvider.LABEL + ".pid";
    static final String STARTED = DockerProvider.LABEL + ".started";
    static final String KEPT = DockerProvider.LABEL + ".kept";
    static final String ROOT = DockerProvider.LABEL + ".root";
    static final String CREATED = DockerProvider.LABEL + ".created";

    private static final long SAME = 1_500;
    private static final long LARGEST = 4096;

    /** Return the owner that this process is. */
    static Owner self() {
        ProcessHandle self = ProcessHandle.current();
        String namespace = link("/proc/self/ns/pid");
        String host = digest(text("/etc/machine-id") + "\n" + text("/proc/sys/kernel/hostname") + "\n" + namespace);
        return new Owner(host, text("/proc/sys/kernel/random/boot_id"), self.pid(), started(self));
    }

    /** Return the labels of a container of this owner. */
    Map<String, String> labels(boolean kept, String root) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(DockerProvider.LABEL, "true");
        labels.put(HOST, host);
        labels.put(BOOT, boot);
        labels.put(PID, String.valueOf(pid));
        labels.put(STARTED, String.valueOf(started));
        labels.put(KEPT, String.valueOf(kept));
        labels.put(ROOT, root);
        labels.put(CREATED, String.valueOf(Machine.millis()));
        return labels;
    }

    /** Write down whose something is, in a file that is new. */
    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        labels(false, "")
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Tell whether what a file tells of was left by a process of this host, since its boot, that is gone. */
    boolean hasAbandoned(Path file) throws IOException {
        boolean ours = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")))
                && Files.size(file) <= LARGEST;
        if (!ours) {
            return false;
        }
        Map<String, String> labels = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                labels.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return boot.equals(labels.get(BOOT)) && hasAbandoned(labels);
    }

    /** Tell whether a container was left by a process of this host that is gone. */
    boolean hasAbandoned(Map<String, String> labels) {
        if (!host.equals(labels.get(HOST)) || !"false".equals(labels.get(KEPT))) {
            return false;
        }
        if (!boot.equals(labels.get(BOOT))) {
            return true;
        }
        String owner = labels.getOrDefault(PID, "");
        String time = labels.getOrDefault(STARTED, "");
        if (!owner.matches("[0-9]{1,18}") || !time.matches("[0-9]{1,18}")) {
            // It cannot be told whose it is, so it is nobody's to remove.
            return false;
        }
        return ProcessHandle.of(Long.parseLong(owner))
                .filter(process -> Math.abs(started(process) - Long.parseLong(time)) <= SAME)
                .isEmpty();
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            // Not on this system: the rest tells hosts apart.
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
