package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolContext;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Runs a shell line, and comes back before a host loses patience. */
final class RunCommand {
    private static final int MOST_TIMEOUT_MS = 600_000;
    private static final int MOST_YIELD_MS = 600_000;
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    private final WorkspaceSession session;
    private final ToolLimits limits;
    private final CommandBook book;

    RunCommand(WorkspaceSession session, ToolLimits limits, CommandBook book) {
        this.session = session;
        this.limits = limits;
        this.book = book;
    }

    /** The tool; domains can be allowed only where a network policy is enforced, and only a sandbox can be left. */
    Tool tool(boolean withNetworkPolicy, boolean withSandbox) {
        List<Schema.Property> properties = new ArrayList<>(List.of(
                Schema.required("command", Schema.string("The line for `sh -c`")),
                Schema.optional("cwd", PathArgument.schema("Where it runs").defaultsTo(".")),
                Schema.optional(
                        "timeout_ms",
                        Schema.integer("After this it is killed with all it started")
                                .between(1, MOST_TIMEOUT_MS)
                                .defaultsTo(120_000)),
                Schema.optional("stdin", Schema.string("Its input; without it, it reads end of file")),
                Schema.optional("env", Schema.mapOf("Variables added to its environment", Schema.string(""))),
                Schema.optional(
                        "background",
                        Schema.bool("Return at once; follow it with command_output")
                                .defaultsTo(false)),
                Schema.optional(
                        "yield_ms",
                        Schema.integer("Return `running` and a commandId when it takes longer than this")
                                .between(0, MOST_YIELD_MS)
                                .defaultsTo(45_000))));
        if (withNetworkPolicy) {
            properties.add(Schema.optional(
                    "allowed_domains",
                    Schema.array("The only hosts that it reaches", Schema.string(""))
                            .items(0, 100)));
        }
        if (withSandbox) {
            properties.add(Schema.optional(
                    "dangerously_disable_sandbox",
                    Schema.bool("Ask to run outside of the sandbox; ignored unless the user's policy allows it")
                            .defaultsTo(false)));
        }
        return new Tool(
                "run_command",
                "Run command",
                "Run a shell line. A non-zero exit code is a result, not an error; a timeout "
                        + "gives status timed_out and exit code 124. Returns head and tail of stdout and "
                        + "stderr, up to " + (limits.outputBytes() >> 10)
                        + " KiB each; all of it can be read with command_output until "
                        + limits.retention().toMinutes() + " minutes after the end. At most " + limits.runningCommands()
                        + " commands run at once (BUSY).",
                Schema.object(properties.toArray(new Schema.Property[0])).toMap(),
                CommandReport.schema(),
                ToolHints.OPEN,
                Toolbox.largeResult(200_000),
                this::run);
    }

    private ToolResult run(Arguments arguments, ToolContext context) throws IOException, InterruptedException {
        Workspace workspace = session.workspace();
        BookedCommand booked = book.book(arguments.string("command"));
        boolean started = false;
        try {
            booked.runningAs(workspace.start(command(arguments, booked)));
            started = true;
        } finally {
            book.started(booked, started);
        }
        boolean background = arguments.bool("background", false);
        await(booked, Duration.ofMillis(background ? 0 : arguments.integer("yield_ms", 45_000)), context);
        if (booked.failure().isPresent()) {
            throw booked.failure().get();
        }
        return new CommandReport(limits.outputBytes(), background).summary(booked);
    }

    private static Command command(Arguments arguments, BookedCommand booked) {
        Command command = Command.shell(arguments.string("command"))
                .cwd(PathArgument.of(arguments, "cwd", "."))
                .timeout(Duration.ofMillis(arguments.integer("timeout_ms", 120_000)))
                .env(arguments.stringMap("env"))
                .maxOutputBytes(0) // the spool has it
                .onStdout(booked.stdout()::append)
                .onStderr(booked.stderr()::append);
        command = command.dangerouslyDisableSandbox(arguments.bool("dangerously_disable_sandbox", false));
        if (arguments.has("stdin")) {
            command = command.stdin(arguments.string("stdin"));
        }
        if (arguments.has("allowed_domains")) {
            command = command.allowedDomains(
                    Set.copyOf(arguments.strings("allowed_domains").orElse(List.of())));
        }
        return command;
    }

    /** Waits with a report now and then; who cancels the call wants the command gone too. */
    private static void await(BookedCommand booked, Duration atMost, ToolContext context)
            throws IOException, InterruptedException {
        try {
            for (Duration left = atMost; !left.isZero() && booked.isRunning(); ) {
                Duration slice = left.compareTo(REPORT_EVERY) < 0 ? left : REPORT_EVERY;
                if (!booked.awaitEnd(slice)) {
                    String line = booked.stdout().lastLine();
                    context.progress(
                            booked.age().toMillis() / 1000.0,
                            line.isEmpty() ? booked.stderr().lastLine() : line);
                }
                left = left.minus(slice);
            }
        } catch (InterruptedException e) {
            booked.stop("the call was cancelled");
            throw e;
        }
    }
}
