package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The permission bits that the system takes away from what this process creates. */
final class Umask {
    /** Every bit: nothing is known, so each mode is set once more after creating. */
    private static final int UNKNOWN = 0777;

    /** A process does not change its umask in Java, so it is read once. */
    static final int BITS = read();

    private Umask() {}

    private static int read() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith("Umask:")) {
                    return Integer.parseInt(line.substring("Umask:".length()).trim(), 8);
                }
            }
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
        return UNKNOWN;
    }
}
