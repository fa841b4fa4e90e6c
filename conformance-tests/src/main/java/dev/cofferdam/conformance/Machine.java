package dev.cofferdam.conformance;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What the suite asks the machine that it runs on; checks measure real time, so there is no other clock. */
final class Machine {
    private Machine() {}

    static Instant now() {
        return Instant.now();
    }

    static long nanos() {
        return System.nanoTime();
    }

    static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    /** Return a few characters that name something of one check alone. */
    static String unique() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    /** Return the environment of this process, in which every variable is a secret of the client. */
    static Map<String, String> environment() {
        return System.getenv();
    }

    static Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch", ""));
        facts.put("jdk", Runtime.version().toString());
        facts.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return facts;
    }
}
