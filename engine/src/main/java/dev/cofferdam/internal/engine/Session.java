package dev.cofferdam.internal.engine;

import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sandbox in use: its files and its commands. */
final class Session {
    /** The failures behind which a vanished sandbox may hide. */
    private static final Set<ErrorCode> SUSPICIOUS =
            Set.of(ErrorCode.NOT_FOUND, ErrorCode.NOT_A_DIRECTORY, ErrorCode.ACCESS_DENIED, ErrorCode.IO);

    private final Sandbox sandbox;
    private final FileEngine files;

    private Session(Sandbox sandbox, FileEngine files) {
        this.sandbox = sandbox;
        this.files = files;
    }

    static Session open(SandboxProvider provider, Sandbox sandbox, SandboxRequest request, Watchdog watchdog)
            throws IOException {
        MountedRoot mount = sandbox.mount()
                .orElseThrow(() -> WorkspaceException.of(
                        ErrorCode.UNSUPPORTED,
                        "the provider " + provider.name()
                                + " gives no mounted root, and no engine here works without"));
        FileEngine files = NioEngine.open(mount, request.workspace(), watchdog, Clock.systemUTC());
        return new Session(sandbox, files);
    }

    Sandbox sandbox() {
        return sandbox;
    }

    FileEngine files() {
        return files;
    }

    @SuppressWarnings("DoNotCallSuggester")
    CommandResult exec(Command command) {
        throw new IllegalStateException(command.toString());
    }

    @SuppressWarnings("DoNotCallSuggester")
    RunningCommand start(Command command) {
        throw new IllegalStateException(command.toString());
    }

    /** Run something that must not meet a command of the same root. */
    <T> T exclusively(String name, boolean evenIfBusy, Operations.Work<T> work)
            throws IOException, InterruptedException {
        return work.run();
    }

    /** Run something, and when it fails look whether the sandbox is what failed (WS-LIFE-006). */
    <T> T looking(Operations.Work<T> work) throws IOException, InterruptedException {
        try {
            return work.run();
        } catch (WorkspaceException e) {
            if (SUSPICIOUS.contains(e.code())) {
                requireRoot(e);
            }
            throw e;
        } catch (IOException e) {
            requireRoot(e);
            throw e;
        }
    }

    /** Fail with {@code GONE} when the sandbox or its root vanished. */
    void requireRoot() throws IOException, InterruptedException {
        requireRoot(null);
    }

    private void requireRoot(@Nullable Exception failure) throws IOException, InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        if (!files.rootExists() || !sandbox.exists()) {
            WorkspaceException gone = WorkspaceException.of(
                    ErrorCode.GONE, "the workspace's root, or its sandbox, is no longer there; open another workspace");
            throw failure == null ? gone : gone.causedBy(failure);
        }
    }

    /** End what runs, let go of the files, and release the sandbox; the first failure is kept. */
    void close(OnClose how) throws IOException {
        try {
            files.close();
        } finally {
            sandbox.release(how);
        }
    }
}
