package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** What is run in a container around commands; needs nothing of the image but {@code /bin/sh}. */
final class Scripts {
    /** Runs a command; its arguments are in the file. */
    static final String COMMAND = load("command.sh");

    /**
     * Signals or lists a command's session; its arguments are in the file. Without any it is a container's main
     * process, and lives until its input ends, which happens when its client dies.
     */
    static final String SESSION = load("session.sh");

    /** Gives a container without a network of the daemon's the file that the daemon would have made. */
    static final String HOSTS = "printf '127.0.0.1\\tlocalhost\\n::1\\tlocalhost ip6-localhost ip6-loopback\\n'"
            + " 2>/dev/null >/etc/hosts\n";

    private Scripts() {}

    private static String load(String name) {
        try (InputStream in = Scripts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.strip().startsWith("#"))
                    .map(String::strip)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
