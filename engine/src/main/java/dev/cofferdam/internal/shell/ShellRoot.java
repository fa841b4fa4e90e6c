package dev.cofferdam.internal.shell;

import dev.cofferdam.internal.shell.Request.Effort;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The root of a sandbox whose files are reached by a shell in it. */
public final class ShellRoot implements Closeable {
    private static final int MAX_ROOT_BYTES = 1_000;

    private final Exchange exchange;
    private final ShellDir root;

    private ShellRoot(Exchange exchange, ShellDir root) {
        this.exchange = exchange;
        this.root = root;
    }

    /**
     * Open the root of a sandbox, after trying out in one request that everything that is needed is there.
     *
     * @param sandbox the sandbox, which the caller releases
     * @param streams whether its programs take a streamed input
     * @param random makes tokens that nobody can guess
     * @param nanoTime bounds requests
     * @throws WorkspaceException {@code UNAVAILABLE} naming what is missing and what to install
     */
    public static ShellRoot open(Sandbox sandbox, boolean streams, RandomGenerator random, LongSupplier nanoTime)
            throws IOException {
        Exchange exchange = new Exchange(sandbox, streams, random, nanoTime);
        boolean opened = false;
        try {
            ShellRoot root = open(exchange, sandbox.root(), random);
            opened = true;
            return root;
        } catch (ShellLostException e) {
            throw WorkspaceException.of(
                            ErrorCode.UNAVAILABLE,
                            "no POSIX shell answers in the sandbox (" + e.getMessage()
                                    + "); the program sh must be there, and be allowed to run")
                    .causedBy(e);
        } finally {
            if (!opened) {
                exchange.close();
            }
        }
    }

    private static ShellRoot open(Exchange exchange, String path, RandomGenerator random) throws IOException {
        Answer answer = exchange.ask(Request.of(Effort.LONG_LOOK, "probe", path, Reserved.temporary(random)));
        if (answer.status() != Answer.DONE) {
            throw WorkspaceException.of(
                            ErrorCode.UNAVAILABLE,
                            "the root of the sandbox is not a directory that can be entered; make it, or name another")
                    .causedBy(ShellFailures.of(answer, path));
        }
        String[] found =
                Names.decode(Arrays.copyOf(answer.bytes(), answer.length())).split("\0", -1);
        if (found.length != 3) {
            throw new FileSystemException(null, null, "the sandbox described itself in a way that cannot be read");
        }
        if (!found[2].isEmpty()) {
            throw lacks(List.of(found[2].split("\n", -1)));
        }
        if (Names.encode(found[0]).length > MAX_ROOT_BYTES) {
            throw WorkspaceException.of(
                    ErrorCode.UNAVAILABLE, "the root's path is longer than " + MAX_ROOT_BYTES + " bytes (WS-PATH-006)");
        }
        return new ShellRoot(exchange, new ShellDir(exchange, found[0], found[1].startsWith("-1")));
    }

    private static WorkspaceException lacks(List<String> what) {
        return WorkspaceException.of(
                ErrorCode.UNAVAILABLE,
                "the sandbox lacks, or has in another form: " + String.join("; ", what)
                        + ". Install the GNU tools: coreutils and findutils (Debian and Ubuntu: apt-get install"
                        + " coreutils findutils; Alpine: apk add coreutils findutils), or use an image that has them.");
    }

    /** Return the open root. */
    public Dir dir() {
        return root;
    }

    /** Return the physical absolute path of the root in the sandbox. */
    public String path() {
        return root.path();
    }

    /** Return the path of a directory, if it is there and no link is on the way to it; empty for one that is too long. */
    public Optional<String> guess(List<String> names) {
        String path = names.isEmpty() ? path() : (path().equals("/") ? "" : path()) + "/" + String.join("/", names);
        return Optional.of(path).filter(whole -> Names.encode(whole).length <= ShellDir.MAX_PATH_BYTES);
    }

    /** Tell whether the root is where it was. */
    public boolean exists() throws IOException {
        try {
            root.requireThere();
            return true;
        } catch (FileSystemException e) {
            return false;
        }
    }

    /** End what runs in the sandbox for its files. */
    @Override
    public void close() {
        exchange.close();
    }
}
