package dev.cofferdam.mcp.workspace;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** The clock and the dice of this machine. */
public interface Machine {
    /**
     * A clock that only goes forward.
     *
     * @return nanoseconds since some moment
     */
    long nanos();

    /**
     * A name that nobody guesses.
     *
     * @return 16 characters that are safe in a path
     */
    String unguessable();

    /**
     * The operating system.
     *
     * @return its name and architecture
     */
    String operatingSystem();

    /**
     * Where files are put that live no longer than this process.
     *
     * @return a directory
     */
    Path temporaryDirectory();

    /**
     * The machine that we run on.
     *
     * @return the machine
     */
    static Machine here() {
        return new Here();
    }

    /** The machine that we run on; its dice are made when they are first thrown, since that takes time. */
    final class Here implements Machine {
        private Here() {}

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public String unguessable() {
            byte[] bytes = new byte[12];
            new SecureRandom().nextBytes(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        }

        @Override
        public Path temporaryDirectory() {
            return Path.of(System.getProperty("java.io.tmpdir"));
        }

        @Override
        public String operatingSystem() {
            return System.getProperty("os.name") + " " + System.getProperty("os.arch");
        }
    }
}
