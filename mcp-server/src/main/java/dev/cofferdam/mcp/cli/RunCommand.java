package dev.cofferdam.mcp.cli;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one command in a workspace. */
@Command(
        name = "run",
        description =
                "Run one command in a fresh workspace, or in the one that --root gives; unless another provider is"
                        + " chosen, in the sandbox of the operating system.",
        mixinStandardHelpOptions = true,
        versionProvider = Cofferdam.Version.class,
        exitCodeOnInvalidInput = RunCommand.OWN_FAILURE,
        exitCodeOnExecutionException = RunCommand.OWN_FAILURE,
        footerHeading = "%nExit code: the command's own; 124 when it ran out of time; 125 when it could not be run.%n",
        footer = {
            "%nExamples:",
            "  cofferdam run -- sh -c 'echo hello > greeting; cat greeting'",
            "  cofferdam run --provider memory -- ls -la",
            "  cofferdam run --keep --timeout 60 -- make test"
        })
final class RunCommand implements Callable<Integer> {
    static final int OWN_FAILURE = 125;

    /** Longer than any command that somebody waits for. */
    private static final Duration NO_LIMIT = Duration.ofDays(365);

    private static final char REPLACEMENT = '\uFFFD';
    private static final Path OWN_WORDS = Path.of("/proc/self/cmdline");

    private final StandardStreams streams;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private ProviderChoice choice;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private RootChoice rootChoice;

    @Option(names = "--keep", description = "Keep the workspace, and say where it is.")
    private boolean keep;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "End the command after this time (default: no limit).")
    private @Nullable Long timeout;

    @Option(names = "--cwd", paramLabel = "PATH", defaultValue = ".", description = "Where it runs, in the workspace.")
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private String cwd;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "An environment variable for the command; may be given several times. Other users of this"
                    + " machine see it in its list of processes.")
    private List<String> environment = List.of();

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The program and its arguments, after --.")
    private List<String> words = List.of();

    RunCommand(StandardStreams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        try {
            return run();
        } catch (UsageException e) {
            return fail(e.text());
        } catch (WorkspaceException e) {
            return fail(e.code() + ": " + e.getMessage() + otherWay(e));
        }
    }

    private void tell(SandboxReport report) {
        report.unsandboxedReason()
                .ifPresent(reason -> streams.err()
                        .println("cofferdam run: the command ran WITHOUT the sandbox, because of " + reason));
        report.violations().forEach(violation -> streams.err().println("cofferdam run: the sandbox: " + violation));
    }

    /** There is no silent fallback: who wants no sandbox says so. */
    private static String otherWay(WorkspaceException e) {
        return e.code() == ErrorCode.SANDBOX_UNAVAILABLE
                ? " (or run it as you, without a sandbox: --provider local)"
                : "";
    }

    private int run() {
        requireText();
        if (timeout != null && timeout < 1) {
            throw new UsageException("--timeout " + timeout + " is out of range; it must be at least 1 second");
        }
        SandboxProvider provider = choice.provider();
        if (keep && !provider.capabilities().has(Capability.RECONNECT)) {
            throw new UsageException(
                    "--keep keeps nothing with the provider " + provider.name() + ", which ends with this process");
        }
        WorkspaceBuilder builder = Workspaces.over(provider).options(choice.options(provider));
        rootChoice.requirePresent(provider);
        rootChoice.apply(provider, builder);
        if (keep) {
            builder.onClose(OnClose.KEEP);
        }
        try (Workspace workspace = builder.open()) {
            Thread hook = new Thread(workspace::close, "cofferdam-end");
            Runtime.getRuntime().addShutdownHook(hook);
            CommandResult result = workspace.exec(command());
            streams.out().flush();
            result.sandbox().ifPresent(this::tell);
            if (keep) {
                streams.err().println("cofferdam run: the workspace was kept at " + workspace.root());
            }
            removeHook(hook);
            return result.exitCode();
        }
    }

    /** Java reads bytes that are not text as U+FFFD: the command would act on another name than it was given. */
    private void requireText() {
        boolean suspicious =
                Stream.concat(words.stream(), environment.stream()).anyMatch(word -> word.indexOf(REPLACEMENT) >= 0);
        if (suspicious && !isText(OWN_WORDS)) {
            throw new UsageException("an argument is not UTF-8 text, and would reach the command changed; give the"
                    + " bytes in a file or on standard input, or let a shell in the workspace make them (printf)");
        }
    }

    private static boolean isText(Path file) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(file)));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        } catch (IOException e) {
            // A system that does not tell: the character may have been meant.
            return true;
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending already, and the hook closes what is to be closed
        }
    }

    private dev.cofferdam.workspace.Command command() {
        dev.cofferdam.workspace.Command command = dev.cofferdam.workspace.Command.of(words)
                .cwd(cwd)
                .stdin(Stdin.from(streams::in))
                .timeout(timeout == null ? NO_LIMIT : Duration.ofSeconds(timeout))
                .maxOutputBytes(0)
                .maxStreamBytes(Long.MAX_VALUE)
                .onStdout(chunk -> pass(chunk, streams.out()))
                .onStderr(chunk -> pass(chunk, streams.err()));
        for (String pair : environment) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--env " + pair + " is no pair; the form is --env NAME=VALUE");
            }
            command = command.env(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return command;
    }

    private static void pass(byte[] chunk, PrintStream stream) {
        stream.write(chunk, 0, chunk.length);
        stream.flush();
        if (stream.checkError()) {
            throw WorkspaceException.of(ErrorCode.IO, "nobody reads the output any more");
        }
    }

    private int fail(String message) {
        streams.out().flush();
        streams.err().println("cofferdam run: " + message);
        return OWN_FAILURE;
    }
}
