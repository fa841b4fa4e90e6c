package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.activity.Activities;
import dev.cofferdam.internal.activity.Activity;
import dev.cofferdam.internal.exec.CommandRunner;
import dev.cofferdam.internal.exec.Directories;
import dev.cofferdam.internal.exec.Driver;
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
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sandbox in use: its files and its commands. */
final class Session {
    /** The failures behind which a vanished sandbox may hide. */
    private static final Set<ErrorCode> SUSPICIOUS =
            Set.of(ErrorCode.NOT_FOUND, ErrorCode.NOT_A_DIRECTORY, ErrorCode.ACCESS_DENIED, ErrorCode.IO);

    private final Sandbox sandbox;
    private final FileEngine files;
    private final Activity activity;
    private final CommandRunner commands;

    private Session(Driver driver, FileEngine files, Activity activity, WorkspaceOptions options) {
        this.sandbox = driver.sandbox();
        this.files = files;
        this.activity = activity;
        this.commands = new CommandRunner(driver, options, directories(), activity);
    }

    static Session open(SandboxProvider provider, Sandbox sandbox, SandboxRequest request, Watchdog watchdog)
            throws IOException {
        Optional<MountedRoot> mount = sandbox.mount();
        EngineRoot root = mount.isPresent()
                ? MountedFiles.open(sandbox, mount.get(), request.workspace(), watchdog)
                : ShellFiles.open(provider, sandbox, request.workspace());
        FileEngine files = new DirEngine(root, request.workspace(), Clock.systemUTC());
        Object key = files.rootKey();
        // Nobody else can know a fresh root, so only a root that was given is locked across processes; and only
        // where this process reaches the lock.
        Activity activity = mount.isPresent() && mount.get().given()
                ? Activities.shared().open(key, files.own())
                : Activities.shared().open(key);
        Driver driver = new Driver(provider.name(), provider.capabilities(), sandbox);
        return new Session(driver, files, activity, request.workspace());
    }

    private Directories directories() {
        return new Directories() {
            @Override
            public Held open(String path) throws IOException, InterruptedException {
                return looking(() -> files.commandDirectory(path));
            }

            @Override
            public Optional<String> guess(String path) {
                return files.guessDirectory(path);
            }
        };
    }

    Sandbox sandbox() {
        return sandbox;
    }

    FileEngine files() {
        return files;
    }

    CommandResult exec(Command command) throws IOException, InterruptedException {
        Optional<CommandResult> result = commands.execUnseen(command);
        if (result.isPresent()) {
            return result.get();
        }
        requireMounted();
        return commands.exec(command);
    }

    RunningCommand start(Command command) throws IOException, InterruptedException {
        requireMounted();
        return commands.start(command);
    }

    /** In a root that a shell reaches, that the directory of a command is entered says that the root is there. */
    private void requireMounted() throws IOException, InterruptedException {
        if (sandbox.mount().isPresent()) {
            requireRoot();
        }
    }

    /** Run something that must not meet a command of the same root (WS-MOVE-004). */
    <T> T exclusively(String name, boolean evenIfBusy, Operations.Work<T> work)
            throws IOException, InterruptedException {
        if (evenIfBusy) {
            return work.run();
        }
        Activity.Hold hold = activity.exclusive(name);
        try {
            return work.run();
        } finally {
            hold.close();
        }
    }

    /** Run something, and when it fails look whether the sandbox is what failed (WS-LIFE-006). */
    <T> T looking(Operations.Work<T> work) throws IOException, InterruptedException {
        if (files.outlivesRoot()) {
            requireRoot();
        }
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
        if (!isThere()) {
            WorkspaceException gone = WorkspaceException.of(
                    ErrorCode.GONE, "the workspace's root, or its sandbox, is no longer there; open another workspace");
            throw failure == null ? gone : gone.causedBy(failure);
        }
    }

    private boolean isThere() throws IOException, InterruptedException {
        if (sandbox.mount().isPresent()) {
            return files.rootExists() && sandbox.exists();
        }
        try {
            // That a shell in the sandbox answers says that there is one.
            return files.rootExists();
        } catch (IOException e) {
            if (sandbox.exists()) {
                throw e;
            }
            return false;
        }
    }

    /** End what runs, let go of the files, and release the sandbox; the first failure is kept (WS-LIFE-003). */
    void close(OnClose how) throws IOException {
        IOException first = null;
        for (Closeable part : List.<Closeable>of(commands::close, activity::close, files, () -> sandbox.release(how))) {
            try {
                part.close();
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
