package dev.cofferdam.spi;

import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A place that keeps files and runs programs. Safe for use by several threads.
 *
 * <p>Two kinds of drivers exist. One whose files this process can reach returns a {@link MountedRoot} and implements
 * {@link #start}; the engine does the rest through {@code java.nio.file}. Any other implements {@link #read},
 * {@link #write}, {@link #start} and {@link #release} for an engine that runs POSIX shell in the sandbox, with the
 * GNU tools, under the user of the commands. It starts shells with a streamed input where the provider has
 * {@link Capability#STDIN} and {@code start} does not refuse that with {@code UNSUPPORTED}; otherwise it brings contents
 * in by {@link #write}.
 *
 * <p>All paths are absolute paths inside the sandbox.
 */
public interface Sandbox {

    /**
     * Return the id with which {@link SandboxProvider#connect} reaches this sandbox again.
     *
     * @return the id, without blanks
     */
    String id();

    /**
     * Return the absolute path of the root inside the sandbox.
     *
     * @return the root
     */
    String root();

    /**
     * Return the root as this process reaches it.
     *
     * @return the mounted root, empty when files are only reached through the sandbox
     */
    default Optional<MountedRoot> mount() {
        return Optional.empty();
    }

    /**
     * Return what running commands are shown through mounts on the files of the {@linkplain #mount() mounted root}. While
     * they run, the engine refuses to replace, rename or remove these: that would take the mount away and uncover them.
     *
     * @return absolute paths as this process reaches them, with the directories on the way to them; empty for nothing
     */
    default Set<Path> covered() {
        return Set.of();
    }

    /**
     * Return what keeps file operations on the {@linkplain #mount() mounted root} from single files. Not asked are those
     * operations that move whole trees for the program itself: seeds, archives, copies from and to this machine, snapshots
     * and what is restored.
     *
     * @return the guard, empty when all files of the root are free
     */
    default Optional<FileGuard> guard() {
        return Optional.empty();
    }

    /**
     * Read a file.
     *
     * @param path the absolute path of a regular file
     * @param limit the largest number of bytes to return; no more than this may leave the sandbox
     * @return the bytes, at most {@code limit}
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default byte[] read(String path, long limit) throws IOException, InterruptedException {
        throw WorkspaceException.of(ErrorCode.UNSUPPORTED, "this sandbox reads files through its mounted root only");
    }

    /**
     * Write a file that does not exist, with mode 0600.
     *
     * @param path the absolute path of the new file
     * @param content its bytes, read to the end and not closed
     * @param size the number of bytes
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default void write(String path, InputStream content, long size) throws IOException, InterruptedException {
        throw WorkspaceException.of(ErrorCode.UNSUPPORTED, "this sandbox writes files through its mounted root only");
    }

    /**
     * Start a program. When it cannot be started because it is missing or cannot be executed, the process ends with
     * exit code 127 or 126 and says so on its standard error, as under a shell (WS-EXEC-005).
     *
     * @param request what to start
     * @param sink takes the output
     * @return the process
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted; then nothing runs
     */
    SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException;

    /**
     * Run a program to its end. For what the engine itself runs; a driver overrides it when it has a cheaper way than
     * {@link #start}.
     *
     * @param request what to run
     * @param sink takes the output
     * @return the exit code
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted; then the program was ended
     */
    default int run(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
        try (SandboxProcess process = start(request, sink)) {
            OptionalInt exit = OptionalInt.empty();
            while (exit.isEmpty()) {
                exit = process.await(Duration.ofMinutes(1));
            }
            return exit.getAsInt();
        }
    }

    /**
     * Tell whether the sandbox still exists.
     *
     * @return {@code false} when it vanished, so that operations fail with {@code GONE} (WS-LIFE-006)
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default boolean exists() throws IOException, InterruptedException {
        return true;
    }

    /**
     * Push back the end of the sandbox, where it has one; needs {@link Capability#LIFETIME}.
     *
     * @param lifetime how long it is to live from now
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     */
    default void extend(Duration lifetime) throws IOException, InterruptedException {}

    /**
     * Return the address under which a server inside is reached; needs {@link Capability#PORTS}.
     *
     * @param port the server's port, 1 to 65535
     * @return the address
     * @throws IOException when something underneath fails
     */
    default URI endpoint(int port) throws IOException {
        throw WorkspaceException.of(ErrorCode.UNSUPPORTED, "this sandbox has no addresses for servers inside");
    }

    /**
     * Let go of the sandbox: destroy, stop or keep it. End first what runs in it, unless it is kept. Idempotent, and
     * succeeds when the sandbox is gone already.
     *
     * @param how what to do with it
     * @throws IOException when something underneath fails; the message says what was left
     */
    void release(OnClose how) throws IOException;
}
