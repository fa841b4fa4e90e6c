package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells a model where it is and every bound that holds there. */
final class WorkspaceInfo {
    private final WorkspaceSession session;
    private final ToolLimits limits;
    private final CommandBook book;
    private final Machine machine;

    WorkspaceInfo(WorkspaceSession session, ToolLimits limits, CommandBook book, Machine machine) {
        this.session = session;
        this.limits = limits;
        this.book = book;
        this.machine = machine;
    }

    Tool tool() {
        Schema command = Schema.object(
                Schema.required("commandId", Schema.string("")),
                Schema.required("command", Schema.string("")),
                Schema.required("durationMs", Schema.integer("")));
        return new Tool(
                "workspace_info",
                "Workspace info",
                "Describe the workspace: provider, root, system, shell, limits, network, capabilities, running commands.",
                Schema.object().toMap(),
                Schema.object(
                                Schema.required("provider", Schema.string("")),
                                Schema.required("isolation", Schema.string("")),
                                Schema.required("root", Schema.string("the root as commands see it")),
                                Schema.required("os", Schema.string("")),
                                Schema.required("shell", Schema.string("")),
                                Schema.required("limits", Schema.mapOf("", Schema.integer(""))),
                                Schema.required("network", Schema.string("")),
                                Schema.required("capabilities", Schema.array("", Schema.string(""))),
                                Schema.required("missing", Schema.mapOf("with the reasons", Schema.string(""))),
                                Schema.required("runningCommands", Schema.array("", command)))
                        .toMap(),
                ToolHints.READ_ONLY,
                Map.of(),
                (arguments, context) -> info());
    }

    private ToolResult info() {
        Workspace workspace = session.workspace();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("provider", workspace.provider());
        facts.put("isolation", workspace.isolation().name().toLowerCase(Locale.ROOT));
        facts.put("root", workspace.root());
        facts.put("os", operatingSystem(workspace.isolation()));
        facts.put("shell", workspace.capabilities().has(Capability.EXEC) ? "sh -c" : "none");
        facts.put("limits", bounds(workspace.options().limits()));
        facts.put("network", network(workspace));
        facts.put(
                "capabilities",
                workspace.capabilities().declared().stream().map(Enum::name).toList());
        Map<String, Object> missing = new LinkedHashMap<>();
        workspace.capabilities().leftOut().forEach((capability, reason) -> missing.put(capability.name(), reason));
        facts.put("missing", missing);
        facts.put("runningCommands", running());
        String text = facts.entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .collect(Collectors.joining("\n"));
        return ToolResult.structured(text, facts);
    }

    private List<Map<String, Object>> running() {
        return book.running().stream()
                .map(command -> {
                    Map<String, Object> facts = new LinkedHashMap<>();
                    facts.put("commandId", command.id());
                    facts.put("command", Lines.cut(command.line(), 200));
                    facts.put("durationMs", command.age().toMillis());
                    return facts;
                })
                .toList();
    }

    private Map<String, Object> bounds(Limits workspace) {
        Map<String, Object> bounds = new LinkedHashMap<>();
        bounds.put("readBytes", limits.readBytes());
        bounds.put("readLines", limits.readLines());
        bounds.put("lineChars", limits.lineChars());
        bounds.put("imageBytes", limits.imageBytes());
        bounds.put("fileBytes", workspace.maxFileBytes());
        bounds.put("outputBytesPerStream", limits.outputBytes());
        bounds.put("streamBytes", workspace.maxStreamBytes());
        bounds.put("runningCommands", limits.runningCommands());
        bounds.put("outputRetentionMs", limits.retention().toMillis());
        bounds.put("searchMs", limits.searchBudget().toMillis());
        bounds.put("fileOperationMs", workspace.operationTimeout().toMillis());
        return bounds;
    }

    private String operatingSystem(Isolation isolation) {
        return switch (isolation) {
            case NONE, OS -> machine.operatingSystem();
            case MEMORY -> "in memory, with a POSIX shell of its own";
            case CONTAINER, MACHINE -> "Linux";
        };
    }

    private static String network(Workspace workspace) {
        if (workspace.isolation() == Isolation.MEMORY) {
            return "none";
        }
        return workspace.capabilities().has(Capability.NETWORK_POLICY)
                ? "closed unless allowed_domains opens it"
                : "that of the host, unrestricted";
    }
}
