package dev.cofferdam.mcp.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.mcp.tool.FailureWords;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.transport.ServerDescription;
import dev.cofferdam.mcp.transport.StdioServer;
import dev.cofferdam.mcp.transport.TransportLimits;
import dev.cofferdam.mcp.workspace.CommandBook;
import dev.cofferdam.mcp.workspace.Machine;
import dev.cofferdam.mcp.workspace.ToolLimits;
import dev.cofferdam.mcp.workspace.Toolbox;
import dev.cofferdam.mcp.workspace.WorkspaceSession;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The MCP server on standard input and output. */
@Command(
        name = "mcp",
        description = "Serve a workspace to an MCP client on standard input and output.",
        mixinStandardHelpOptions = true,
        versionProvider = Cofferdam.Version.class)
final class McpCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int USAGE = 2;
    private static final int UNAVAILABLE = 3;
    private static final int MOST_OUTPUT_KIB = 1_024;

    private final StandardStreams streams;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli fills it
    ProviderChoice choice;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli fills it
    RootChoice rootChoice;

    @Option(names = "--unsandboxed", description = "Allow a provider that does not isolate commands from this machine.")
    boolean unsandboxed;

    @Option(names = "--read-only", description = "Offer only tools that change nothing.")
    boolean readOnly;

    @Option(names = "--no-commands", description = "Run no commands.")
    boolean noCommands;

    @Option(
            names = "--tools",
            paramLabel = "GROUP",
            split = ",",
            description = "Offer only these groups of tools: files, search, commands, trash.")
    List<String> tools = List.of();

    @Option(
            names = "--max-file-bytes",
            paramLabel = "BYTES",
            description = "The largest file that is read or written (default: 10485760).")
    long maxFileBytes = Limits.defaults().maxFileBytes();

    @Option(
            names = "--max-output-kib",
            paramLabel = "KIB",
            description = "How much of each stream of a command one call returns, 1 to 1024 (default: 30).")
    int maxOutputKib = 30;

    @Option(names = "--max-commands", paramLabel = "N", description = "How many commands run at once (default: 16).")
    int maxCommands = 16;

    @Option(
            names = "--max-message-mib",
            paramLabel = "MIB",
            description = "The longest message that is read, 1 to 1024 (default: 64).")
    int maxMessageMib = 64;

    @Option(names = "--check", description = "Open a workspace, say how that went, and exit: 0, or 3 when it failed.")
    boolean check;

    @Option(names = "--list-tools", description = "Print the offered tools as JSON and exit.")
    boolean listTools;

    McpCommand(StandardStreams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        try {
            return start();
        } catch (UsageException e) {
            complain(e.text());
            return USAGE;
        } catch (WorkspaceException e) {
            boolean misused = e.code() == ErrorCode.INVALID_ARGUMENT || e.code() == ErrorCode.INVALID_PATH;
            complain(
                    misused
                            ? String.valueOf(e.getMessage())
                            : FailureWords.of(e).text());
            return misused ? USAGE : UNAVAILABLE;
        }
    }

    private int start() throws InterruptedException, IOException {
        SandboxProvider provider = choice.provider();
        WorkspaceSession session = new WorkspaceSession(workspace(provider)::open);
        ToolLimits limits = ToolLimits.DEFAULT
                .withOutputBytes(bounded("--max-output-kib", maxOutputKib, MOST_OUTPUT_KIB) << 10)
                .withRunningCommands(bounded("--max-commands", maxCommands, 1_000));
        int messageBytes = bounded("--max-message-mib", maxMessageMib, 1_024) << 20;
        CommandBook book = new CommandBook(limits, Machine.here());
        Toolbox.Offer offer = new Toolbox(
                        session,
                        limits,
                        book,
                        Machine.here(),
                        hasNetworkPolicy(provider),
                        provider.isolation() == Isolation.OS)
                .offer(new Toolbox.Choice(groups(), readOnly, noCommands));
        if (listTools) {
            return printTools(offer.tools());
        }
        refuseWithoutIsolation(provider);
        rootChoice.requirePresent(provider);
        if (check) {
            return check(session);
        }
        ServerDescription description = new ServerDescription(
                "cofferdam",
                "Cofferdam workspace",
                ProductVersion.current(),
                instructions(provider),
                offer.tools(),
                offer.withheld());
        serve(description, TransportLimits.DEFAULT.withMaxMessageBytes(messageBytes), session, book);
        return OK;
    }

    private WorkspaceBuilder workspace(SandboxProvider provider) {
        if (maxFileBytes < 1) {
            throw new UsageException("--max-file-bytes " + maxFileBytes + " is out of range; it must be at least 1");
        }
        WorkspaceBuilder builder = Workspaces.over(provider)
                .options(choice.options(provider))
                .limits(limits -> limits.maxFileBytes(maxFileBytes));
        rootChoice.apply(provider, builder);
        return builder;
    }

    private void refuseWithoutIsolation(SandboxProvider provider) {
        if (provider.isolation() == Isolation.NONE && !unsandboxed) {
            throw new UsageException("the provider " + provider.name()
                    + " runs commands without isolation; leave --provider out to have them in the sandbox of the"
                    + " operating system (os), or add --unsandboxed to allow it");
        }
    }

    private static boolean hasNetworkPolicy(SandboxProvider provider) {
        return provider.capabilities().has(Capability.NETWORK_POLICY);
    }

    private static String instructions(SandboxProvider provider) {
        String commands = provider.isolation() == Isolation.OS
                ? " Commands write in the root and in TMPDIR alone, and reach listed hosts only; what was refused stands"
                        + " at the end of stderr."
                : "";
        return "Tools on one workspace of the provider " + provider.name() + ". Paths are relative to its root."
                + commands + " Deleted files go to a trash; long commands go on in the background and are followed with"
                + " command_output. workspace_info tells every limit.";
    }

    private Set<String> groups() {
        for (String group : tools) {
            if (!Toolbox.groupNames().contains(group)) {
                throw new UsageException(
                        "unknown group of tools " + group + "; there are: " + String.join(", ", Toolbox.groupNames()));
            }
        }
        return new LinkedHashSet<>(tools);
    }

    private static int bounded(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new UsageException(option + " " + value + " is out of range; it must be 1 to " + most);
        }
        return value;
    }

    private int check(WorkspaceSession session) {
        try (session) {
            streams.out().println(session.describe());
        }
        return OK;
    }

    private int printTools(List<Tool> offered) throws JsonProcessingException {
        List<Map<String, Object>> shown =
                offered.stream().map(McpCommand::shown).toList();
        streams.out()
                .println(new ObjectMapper()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(Map.of("tools", shown)));
        return OK;
    }

    private static Map<String, Object> shown(Tool tool) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", tool.name());
        shown.put("title", tool.title());
        shown.put("description", tool.description());
        shown.put("inputSchema", tool.input());
        if (tool.output() != null) {
            shown.put("outputSchema", tool.output());
        }
        Map<String, Object> hints = new LinkedHashMap<>();
        hints.put("readOnlyHint", tool.hints().readOnly());
        hints.put("destructiveHint", tool.hints().destructive());
        hints.put("idempotentHint", tool.hints().idempotent());
        hints.put("openWorldHint", tool.hints().openWorld());
        shown.put("annotations", hints);
        return shown;
    }

    /** Serves until the client goes or this process is told to end; either way nothing that runs stays behind. */
    private void serve(
            ServerDescription description, TransportLimits limits, WorkspaceSession session, CommandBook book)
            throws InterruptedException, IOException {
        StdioServer server = new StdioServer(streams.in(), streams.out(), description, limits);
        CountDownLatch cleaned = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.stop();
            awaitEnd(cleaned);
        }));
        try (session;
                book) {
            server.run();
        } finally {
            cleaned.countDown();
        }
    }

    private static void awaitEnd(CountDownLatch cleaned) {
        try {
            if (!cleaned.await(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS)) {
                return; // the process ends in any case
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void complain(String message) {
        streams.err().println("cofferdam mcp: " + message);
    }
}
