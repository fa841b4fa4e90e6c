package dev.cofferdam.internal.exec;

import dev.cofferdam.internal.activity.Activities;
import dev.cofferdam.internal.activity.Activity;
import dev.cofferdam.provider.local.LocalProvider;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;

/** A fresh sandbox of the local provider with a runner over it, without the rest of the engine. */
final class LocalCommands implements AutoCloseable {
    final Sandbox sandbox;
    final Activity activity;
    final CommandRunner runner;

    LocalCommands() throws Exception {
        this(WorkspaceOptions.defaults());
    }

    LocalCommands(WorkspaceOptions options) throws Exception {
        LocalProvider provider = new LocalProvider();
        sandbox = provider.create(new SandboxRequest(options, Map.of()));
        activity = new Activities().open(sandbox.id());
        Driver driver = new Driver(provider.name(), provider.capabilities(), sandbox);
        runner = new CommandRunner(
                driver, options, path -> () -> root().resolve(path).normalize().toString(), activity);
    }

    Path root() {
        return Path.of(sandbox.root());
    }

    CommandResult sh(String line) throws Exception {
        return runner.exec(Command.shell(line));
    }

    CommandResult exec(Command command) throws Exception {
        return runner.exec(command);
    }

    RunningCommand start(Command command) throws Exception {
        return runner.start(command);
    }

    @Override
    public void close() throws IOException {
        try {
            runner.close();
        } finally {
            activity.close();
            sandbox.release(OnClose.DESTROY);
        }
    }

    /** Tell whether a process lives: one that is dead and not collected does not. */
    static boolean lives(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    /** Wait until something holds; tell whether it did in time. */
    static boolean eventually(Duration atMost, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Read a number that a command writes into a file. */
    long number(String file) throws Exception {
        Path path = root().resolve(file);
        if (!eventually(
                Duration.ofSeconds(10),
                () -> Files.exists(path) && Files.readString(path).endsWith("\n"))) {
            throw new AssertionError("the command did not write " + file);
        }
        return Long.parseLong(Files.readString(path).strip());
    }
}
