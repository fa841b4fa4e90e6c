package dev.cofferdam.internal.host;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this Java process knows about its host, found out once: how programs are started, in which charset Java hands
 * their words on, how long these may be. Safe for use by several threads.
 */
public final class Host {
    private static final long DEFAULT_STACK = 8L << 20;
    private static final int LARGEST_TOTAL = 6 << 20;

    /** What the programs that are run on the way, and the kernel's own notes, may take of it. */
    private static final int RESERVE = 16_384;

    private final Map<String, String> clientEnvironment;
    private final OsPipe.Maker pipes = new OsPipe.Maker();
    private final ReentrantLock starting = new ReentrantLock();
    private final ReentrantLock probing = new ReentrantLock();
    private final Charset words;
    private final long totalLimit;
    private volatile @Nullable Launch launch;
    private final Set<String> swept = ConcurrentHashMap.newKeySet();

    public Host(Map<String, String> clientEnvironment) {
        this.clientEnvironment = Map.copyOf(clientEnvironment);
        this.words = charsetOfWords();
        this.totalLimit = Math.min(stackLimit() / 4, LARGEST_TOTAL) - RESERVE;
    }

    /** The host as all providers of this Java process see it; what it holds never changes once it is found out. */
    public static Host shared() {
        return Shared.HOST;
    }

    /** Return the environment of this Java process. */
    public Map<String, String> clientEnvironment() {
        return clientEnvironment;
    }

    public OsPipe.Maker pipes() {
        return pipes;
    }

    /**
     * Return the lock that is held while a program is being started. A child of this process has copies of all open
     * files until it runs its program; while one has a copy of a file that is being written, running that file is
     * refused ("text file busy"). So one start waits for the other (WS-EXEC-015).
     */
    public ReentrantLock starting() {
        return starting;
    }

    /** Return the charset in which Java hands words, variables and directories to programs. */
    public Charset words() {
        return words;
    }

    /** Return how many bytes the words and variables of a program may have in all. */
    public long totalLimit() {
        return totalLimit;
    }

    /** Tell, once for each provider, that what killed processes left is still to be swept. */
    public boolean claimSweep(String provider) {
        return swept.add(provider);
    }

    /**
     * Find out how programs are started here, by starting one (WS-LIFE-001).
     *
     * @param scratch a directory of ours in which programs must run
     * @throws WorkspaceException {@code UNAVAILABLE} naming all that is missing
     */
    public Launch launch(Path scratch) throws IOException, InterruptedException {
        Launch known = launch;
        if (known != null) {
            return known;
        }
        probing.lockInterruptibly();
        try {
            Launch result = launch;
            if (result == null) {
                result = new LaunchProbe(clientEnvironment.getOrDefault("PATH", "")).run(scratch);
                launch = result;
            }
            return result;
        } finally {
            probing.unlock();
        }
    }

    private static Charset charsetOfWords() {
        // JDK 17 encodes them in the default charset, later ones in that of file names.
        if (Runtime.version().feature() < 18) {
            return Charset.defaultCharset();
        }
        try {
            return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        } catch (IllegalArgumentException e) {
            // A charset that Java does not know: only ASCII is safe then.
            return StandardCharsets.US_ASCII;
        }
    }

    private static long stackLimit() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/limits"), StandardCharsets.US_ASCII)) {
                if (line.toLowerCase(Locale.ROOT).startsWith("max stack size")) {
                    String soft =
                            line.substring("max stack size".length()).strip().split("\\s+", 2)[0];
                    return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
                }
            }
        } catch (IOException | NumberFormatException e) {
            return DEFAULT_STACK;
        }
        return DEFAULT_STACK;
    }

    /** Return a variable of this Java process. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(clientEnvironment.get(name));
    }

    /** Return the variables that every command starts with (WS-EXEC-012). */
    public Map<String, String> baseEnvironment() {
        Map<String, String> base = new HashMap<>();
        base.put("PATH", variable("PATH").orElse("/usr/local/bin:/usr/bin:/bin"));
        base.put("LANG", "C.UTF-8");
        base.put("USER", variable("USER").orElse(System.getProperty("user.name", "nobody")));
        return base;
    }

    /** Return the user's home. */
    public String userHome() {
        return variable("HOME").orElse(System.getProperty("user.home", "/"));
    }

    public static WorkspaceException unavailable(String message) {
        return WorkspaceException.of(ErrorCode.UNAVAILABLE, message);
    }

    private static final class Shared {
        static final Host HOST = new Host(System.getenv());
    }
}
