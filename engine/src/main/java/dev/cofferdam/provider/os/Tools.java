package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The programs that make a sandbox.
 *
 * @param bwrap the path of {@code bwrap}
 * @param socat the path of {@code socat}
 */
record Tools(String bwrap, String socat) {
    private static final String SYSTEM_PATH = "/usr/bin:/bin:/usr/local/bin";
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");
    private static final int MAJOR_NEEDED = 0;
    private static final int MINOR_NEEDED = 8;

    /** Tell whether one of them lies in a directory. */
    boolean liesIn(Path directory) {
        return Path.of(bwrap).startsWith(directory) || Path.of(socat).startsWith(directory);
    }

    /** Tells what a program prints. */
    @FunctionalInterface
    interface Asking {
        String ask(String program, String argument) throws IOException, InterruptedException;
    }

    /**
     * Look for them, first where only an administrator installs programs. What lies in a workspace never counts: a command
     * may have planted it.
     *
     * @param path the PATH of this Java process
     * @param forbidden a directory in which they are not looked for
     */
    static Tools find(String path, Optional<Path> forbidden, Asking asking) throws IOException, InterruptedException {
        String everywhere = SYSTEM_PATH + ":" + path;
        Path bwrap = find("bwrap", everywhere, forbidden);
        if (bwrap == null) {
            throw missing(Obstacle.NO_BWRAP, "bwrap", everywhere, forbidden);
        }
        if (isSetuid(bwrap)) {
            throw Obstacle.BWRAP_SETUID.failure("the sandbox cannot run here", "");
        }
        String version = asking.ask(bwrap.toString(), "--version");
        if (!isNewEnough(version)) {
            throw Obstacle.BWRAP_TOO_OLD.failure("the sandbox cannot run here", version);
        }
        Path socat = find("socat", everywhere, forbidden);
        if (socat == null) {
            throw missing(Obstacle.NO_SOCAT, "socat", everywhere, forbidden);
        }
        return new Tools(bwrap.toString(), socat.toString());
    }

    private static WorkspaceException missing(Obstacle obstacle, String name, String path, Optional<Path> forbidden)
            throws IOException {
        boolean inside = forbidden.isPresent() && find(name, path, Optional.empty()) != null;
        return (inside ? Obstacle.TOOL_IN_ROOT : obstacle).failure("the sandbox cannot run here", "");
    }

    static boolean isNewEnough(String version) {
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.find()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major > MAJOR_NEEDED || Integer.parseInt(numbers.group(2)) >= MINOR_NEEDED;
    }

    private static boolean isSetuid(Path program) throws IOException {
        int mode = (Integer) Files.getAttribute(program, "unix:mode");
        return (mode & 04000) != 0;
    }

    private static @org.jspecify.annotations.Nullable Path find(String name, String path, Optional<Path> forbidden)
            throws IOException {
        for (String directory : path.split(":", -1)) {
            Path candidate = directory.startsWith("/") ? Path.of(directory, name) : Path.of(name);
            if (candidate.isAbsolute() && Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                Path real = candidate.toRealPath();
                boolean planted = forbidden.isPresent()
                        && (real.startsWith(forbidden.get()) || candidate.startsWith(forbidden.get()));
                boolean open = Files.getPosixFilePermissions(real).contains(PosixFilePermission.OTHERS_WRITE);
                if (!planted && !open) {
                    return real;
                }
            }
        }
        return null;
    }
}
