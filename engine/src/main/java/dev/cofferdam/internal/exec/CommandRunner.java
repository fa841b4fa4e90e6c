package dev.cofferdam.internal.exec;

import dev.cofferdam.internal.activity.Activity;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.CancelToken;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Runs the commands of one workspace and knows all of them, so that none outlives it. Safe for use by several threads.
 */
public final class CommandRunner implements AutoCloseable {
    private final Driver driver;
    private final WorkspaceOptions options;
    private final Directories directories;
    private final Activity activity;
    private final Roster roster = new Roster();
    private final AtomicLong ids = new AtomicLong();

    /**
     * Create a runner.
     *
     * @param driver where commands run
     * @param options what commands take from their workspace
     * @param directories finds where they run
     * @param activity tells the operations of the root about them; closed by its owner, after this
     */
    public CommandRunner(Driver driver, WorkspaceOptions options, Directories directories, Activity activity) {
        this.driver = driver;
        this.options = options;
        this.directories = directories;
        this.activity = activity;
    }

    /**
     * Run a command to its end.
     *
     * @param command the command
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted before the command was started; nothing runs
     * @throws IOException when something underneath fails; the command no longer runs
     * @throws WorkspaceException for what the contract names; the command no longer runs
     */
    public CommandResult exec(Command command) throws IOException, InterruptedException {
        require(command);
        return complete(command, begin(command, Optional.of(command.stdin()), Optional.empty()));
    }

    /**
     * Run a command to its end without a look at its directory before, where the sandbox does that by itself.
     *
     * @param command the command
     * @return how it ended; empty when it was not run and has to be by {@link #exec}, which says what is wrong
     * @throws InterruptedException when the thread is interrupted before the command was started; nothing runs
     * @throws IOException when something underneath fails; the command no longer runs
     * @throws WorkspaceException for what the contract names; the command no longer runs
     */
    public Optional<CommandResult> execUnseen(Command command) throws IOException, InterruptedException {
        // A stream can be read only once, so it is kept for a command that surely runs.
        if (!(driver.sandbox() instanceof PlacedProcess.Starter starter) || command.stdin() instanceof Stdin.Stream) {
            return Optional.empty();
        }
        require(command);
        Optional<String> guess = directories.guess(command.cwd().orElse(options.cwd()));
        if (guess.isEmpty()) {
            return Optional.empty();
        }
        Execution execution =
                begin(command, Optional.of(command.stdin()), Optional.of(new Guess(starter, guess.get())));
        CommandResult result = complete(command, execution);
        boolean misplaced = execution.process() instanceof PlacedProcess process && process.wasMisplaced();
        return misplaced ? Optional.empty() : Optional.of(result);
    }

    /** Where a command is started unseen, and by whom. */
    private record Guess(PlacedProcess.Starter starter, String path) {}

    /**
     * Start a command.
     *
     * @param command the command; without input it gets one that the caller writes
     * @return the running command
     * @throws InterruptedException when the thread is interrupted; nothing runs
     * @throws IOException when something underneath fails; nothing runs
     * @throws WorkspaceException for what the contract names; nothing runs
     */
    public RunningCommand start(Command command) throws IOException, InterruptedException {
        require(command);
        boolean open = command.stdin() == Stdin.none() && driver.capabilities().has(Capability.STDIN);
        Execution execution = begin(command, open ? Optional.empty() : Optional.of(command.stdin()), Optional.empty());
        StartedCommand started = new StartedCommand("c" + ids.incrementAndGet(), command, execution, open);
        Thread thread = new Thread(
                () -> {
                    try {
                        started.finish(() -> cancellable(command, execution));
                    } finally {
                        roster.ended(execution);
                    }
                },
                "cofferdam-command");
        thread.setDaemon(true);
        roster.completedBy(execution, thread);
        thread.start();
        return started;
    }

    private CommandResult complete(Command command, Execution execution) throws IOException {
        roster.completedBy(execution, Thread.currentThread());
        try {
            return cancellable(command, execution);
        } finally {
            roster.ended(execution);
        }
    }

    private CommandResult cancellable(Command command, Execution execution) throws IOException {
        Optional<CancelToken.Registration> registration = command.cancelToken()
                .map(token ->
                        token.onCancel(() -> execution.abort(token.reason().orElse("its token was cancelled"))));
        try {
            return execution.complete();
        } finally {
            registration.ifPresent(CancelToken.Registration::close);
        }
    }

    private void require(Command command) {
        driver.require(Capability.EXEC, "running a command");
        if (command.onStdout().isPresent() || command.onStderr().isPresent()) {
            driver.require(Capability.STREAMING, "a consumer of output");
        }
        if (command.stdin() != Stdin.none()) {
            driver.require(Capability.STDIN, "input for a command");
        }
        if (background(command) == Background.KEEP) {
            driver.require(Capability.BACKGROUND, "keeping what a command leaves");
        }
        if (command.allowedDomains().isPresent() || command.onUnknownHost().isPresent()) {
            driver.require(Capability.NETWORK_POLICY, "a network policy for a command");
        }
        requireNotCancelled(command);
    }

    private void requireNotCancelled(Command command) {
        command.cancelToken().flatMap(CancelToken::reason).ifPresent(reason -> {
            throw WorkspaceException.of(
                    ErrorCode.ABORTED,
                    "the command " + CommandText.of(command, options) + " was not started: " + reason);
        });
    }

    private Background background(Command command) {
        return command.background().orElse(options.background());
    }

    private Execution begin(Command command, Optional<Stdin> stdin, Optional<Guess> guess)
            throws IOException, InterruptedException {
        String text = CommandText.of(command, options);
        roster.enter(driver.capabilities().maxConcurrentCommands());
        Activity.CommandHold hold = null;
        Execution execution = null;
        try {
            hold = activity.command(text);
            // It may have waited long for another operation.
            requireNotCancelled(command);
            execution = launch(command, text, stdin, guess, hold);
            roster.add(execution);
            return execution;
        } finally {
            if (execution == null) {
                roster.leave();
                if (hold != null) {
                    hold.close();
                }
            }
        }
    }

    private Execution launch(
            Command command, String text, Optional<Stdin> stdin, Optional<Guess> guess, Activity.CommandHold hold)
            throws IOException, InterruptedException {
        Limits limits = options.limits();
        Background background = background(command);
        Sink sink = new Sink(
                command,
                command.maxOutputBytes().orElse(limits.maxOutputBytes()),
                command.maxStreamBytes().orElse(limits.maxStreamBytes()));
        Map<String, String> env = new LinkedHashMap<>(options.env());
        env.putAll(command.env());
        Function<String, ProcessRequest> request = directory -> new ProcessRequest(
                command.argv(),
                directory,
                env,
                stdin,
                background,
                command.allowedDomains(),
                command.onUnknownHost(),
                command.dangerouslyDisableSandbox());
        SandboxProcess process = guess.isPresent()
                ? guess.get().starter().startPlaced(request.apply(guess.get().path()), sink)
                : start(command, request, sink);
        Execution.Bounds bounds = new Execution.Bounds(
                command.timeout().orElse(limits.timeout()), command.killGrace().orElse(limits.killGrace()), background);
        return new Execution(text, bounds, sink, process, hold);
    }

    private SandboxProcess start(Command command, Function<String, ProcessRequest> request, Sink sink)
            throws IOException, InterruptedException {
        try (Directories.Held directory = directories.open(command.cwd().orElse(options.cwd()))) {
            return driver.sandbox().start(request.apply(directory.path()), sink);
        }
    }

    /**
     * Abort what runs and end what was kept; returns when nothing is left, also in an interrupted thread. Commands that
     * are started afterwards are refused. Idempotent.
     *
     * @throws IOException when a process could not be ended
     */
    @Override
    public void close() throws IOException {
        List<Execution> kept = new ArrayList<>(roster.close());
        IOException first = null;
        for (Execution execution : kept) {
            try {
                execution.endKept();
            } catch (IOException e) {
                first = e;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
