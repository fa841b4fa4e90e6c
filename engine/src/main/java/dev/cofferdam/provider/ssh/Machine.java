package dev.cofferdam.provider.ssh;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** What the provider knows of the machine that it runs on: its user, environment, clock and dice. */
final class Machine {
    private final Map<String, String> environment;
    private final Path home;
    private final String user;
    private final SecureRandom random = new SecureRandom();

    Machine(Map<String, String> environment, Path home, String user) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.user = user;
    }

    /** The machine that this Java process runs on. */
    static Machine ours() {
        return new Machine(
                System.getenv(), Path.of(System.getProperty("user.home", "/")), System.getProperty("user.name", ""));
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    Path home() {
        return home;
    }

    String user() {
        return user;
    }

    /** Return letters and digits that nobody can guess. */
    String token() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    long nanoTime() {
        return System.nanoTime();
    }

    /** Return the nanoseconds of a time, as far as they can be counted. */
    static long nanos(Duration time) {
        return time.compareTo(Duration.ofDays(10_000)) >= 0 ? Long.MAX_VALUE / 4 : time.toNanos();
    }
}
