package dev.cofferdam.internal.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which Java process a directory belongs to, so that what a killed one left can be told from what a living one uses
 * (WS-LIFE-007).
 *
 * @param pid the process
 * @param started the time of its start in ticks since the boot
 * @param boot identifies the boot of the host, and so the host
 * @param namespace identifies the pid namespace in which the pid counts
 * @param workspace what the environments of the workspace's processes hold
 * @param kept whether the directory is to stay when its process is gone
 */
public record OwnerRecord(long pid, long started, String boot, String namespace, String workspace, boolean kept) {
    private static final String FILE = "owner";

    /** Return the record of this process. */
    public static OwnerRecord ofSelf(String workspace, boolean kept) {
        OwnerRecord self = Self.RECORD;
        return new OwnerRecord(self.pid, self.started, self.boot, self.namespace, workspace, kept);
    }

    /** Read the record of a directory; empty when it has none that is whole. */
    public static Optional<OwnerRecord> read(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 4096) {
                return Optional.empty();
            }
            return parse(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Not readable, or cut: it cannot be told whose it is, so it is nobody's to remove.
            return Optional.empty();
        }
    }

    /** Read a record from its text; empty when it is not whole. */
    public static Optional<OwnerRecord> parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            String[] parts = line.split("=", 2);
            fields.put(parts[0], parts.length == 2 ? parts[1] : "");
        });
        if (!"1".equals(fields.get("version"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OwnerRecord(
                    Long.parseLong(fields.getOrDefault("pid", "")),
                    Long.parseLong(fields.getOrDefault("started", "")),
                    fields.getOrDefault("boot", ""),
                    fields.getOrDefault("namespace", ""),
                    fields.getOrDefault("workspace", ""),
                    Boolean.parseBoolean(fields.getOrDefault("kept", "true"))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Return the record as text. */
    public String text() {
        return "version=1\npid=" + pid + "\nstarted=" + started + "\nboot=" + boot + "\nnamespace=" + namespace
                + "\nworkspace=" + workspace + "\nkept=" + kept + "\n";
    }

    /** Write the record into a directory, replacing one of before. */
    public void write(Path directory) throws IOException {
        Path temporary = directory.resolve(FILE + ".new");
        Files.writeString(temporary, text(), StandardCharsets.UTF_8);
        Files.move(temporary, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    public OwnerRecord keep() {
        return new OwnerRecord(pid, started, boot, namespace, workspace, true);
    }

    /** Tell whether the directory was left by a process of this host and boot that is gone. */
    public boolean isAbandoned() {
        return !kept
                && !boot.isEmpty()
                && boot.equals(Self.RECORD.boot)
                && namespace.equals(Self.RECORD.namespace)
                && ProcStat.of(pid)
                        .filter(p -> p.started() == started && !p.isDead())
                        .isEmpty();
    }

    /** Tell whether the process lived before this host was started the last time. */
    public boolean isOfAnotherBoot() {
        return !boot.isEmpty() && !Self.RECORD.boot.isEmpty() && !boot.equals(Self.RECORD.boot);
    }

    private static String currentBoot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                    .strip();
        } catch (IOException e) {
            // Without it nothing is ever taken for abandoned.
            return "";
        }
    }

    private static String currentNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** What is the same for all workspaces of this process. */
    private static final class Self {
        static final OwnerRecord RECORD = find();

        private static OwnerRecord find() {
            ProcStat self = ProcStat.ofSelf().orElse(new ProcStat(0, "", 'R', 0, 0, 0, 0));
            return new OwnerRecord(self.pid(), self.started(), currentBoot(), currentNamespace(), "", false);
        }
    }
}
