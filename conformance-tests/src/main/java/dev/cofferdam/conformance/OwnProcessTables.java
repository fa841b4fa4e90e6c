package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Isolation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that see their own processes alone, so that no other command can tell whether these live. Their processes are
 * this host's, which shows them with the numbers that they have inside.
 */
final class OwnProcessTables {
    private static final Path PROC = Path.of("/proc");

    private OwnProcessTables() {}

    /** Tell whether each command has a table of processes of its own, on this host. */
    static boolean has(Probe ws) {
        return ws.isolation() == Isolation.OS && Files.isReadable(PROC.resolve("self/status"));
    }

    /** Return which of some processes live that run in a root and have these numbers inside. */
    static List<String> living(String root, List<String> pids) {
        List<String> living = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                String inside = numberInside(process, root);
                if (pids.contains(inside)) {
                    living.add(inside);
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the processes of this host cannot be listed", e);
        }
        return pids.stream().filter(living::contains).toList();
    }

    /** Return the number of a process in its own table; empty when it is dead or runs elsewhere. */
    private static String numberInside(Path process, String root) {
        try {
            String where = Files.readSymbolicLink(process.resolve("cwd")).toString();
            String status = Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1);
            if (!where.startsWith(root) || status.contains("State:\tZ")) {
                return "";
            }
            String[] numbers = status.lines()
                    .filter(line -> line.startsWith("NSpid:"))
                    .findFirst()
                    .orElse("")
                    .split("\\s+", -1);
            return numbers[numbers.length - 1];
        } catch (IOException e) {
            // It ended meanwhile, or is another user's.
            return "";
        }
    }
}
