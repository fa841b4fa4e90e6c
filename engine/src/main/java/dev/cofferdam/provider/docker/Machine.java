package dev.cofferdam.provider.docker;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** What the provider asks the machine that it runs on: time, chance, and where things are. */
final class Machine {
    private Machine() {}

    static long nanos() {
        return System.nanoTime();
    }

    static long millis() {
        return System.currentTimeMillis();
    }

    /** Return characters that nobody can guess. */
    static String random(int bytes) {
        byte[] chance = new byte[bytes];
        new SecureRandom().nextBytes(chance);
        return HexFormat.of().formatHex(chance);
    }

    static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    }

    static Surroundings surroundings() {
        return new Surroundings(
                System.getenv(), Path.of(System.getProperty("user.home", "/")), Path.of("/var/run/docker.sock"));
    }
}
