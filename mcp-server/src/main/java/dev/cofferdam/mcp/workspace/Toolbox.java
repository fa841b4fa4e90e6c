package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All tools on one workspace, and which of them are offered. */
public final class Toolbox {
    private static final Map<String, List<String>> GROUPS = groups();

    private final Map<String, Tool> tools = new LinkedHashMap<>();

    /**
     * The tools on a workspace.
     *
     * @param session opens the workspace at the first call
     * @param limits bounds of each call
     * @param book the commands that tools start
     * @param machine the clock and the dice
     * @param networkPolicy whether the provider can close the network and open it for single hosts
     * @param sandbox whether there is a sandbox of the operating system, which a command may ask to leave
     */
    public Toolbox(
            WorkspaceSession session,
            ToolLimits limits,
            CommandBook book,
            Machine machine,
            boolean networkPolicy,
            boolean sandbox) {
        TreeTools tree = new TreeTools(session);
        List<Tool> all = List.of(
                new ReadFile(session, limits).tool(),
                new WriteFile(session).tool(),
                new EditFile(session).tool(),
                new ListFiles(session).tool(),
                new SearchText(session, limits, machine).tool(),
                new FileInfo(session).tool(),
                tree.makeDirectory(),
                tree.moveFile(),
                tree.deleteFile(),
                new RunCommand(session, limits, book).tool(networkPolicy, sandbox),
                new CommandOutput(limits, book).tool(),
                new WorkspaceInfo(session, limits, book, machine).tool(),
                tree.restoreTrash());
        all.forEach(tool -> tools.put(tool.name(), tool));
    }

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put(
                "files",
                List.of(
                        "read_file",
                        "write_file",
                        "edit_file",
                        "list_files",
                        "file_info",
                        "make_directory",
                        "move_file",
                        "delete_file"));
        groups.put("search", List.of("search_text"));
        groups.put("commands", List.of("run_command", "command_output"));
        groups.put("trash", List.of("restore_trash"));
        return Collections.unmodifiableMap(groups);
    }

    /**
     * The names of the groups.
     *
     * @return the names in the order they are shown
     */
    public static Set<String> groupNames() {
        return GROUPS.keySet();
    }

    /**
     * Chooses what is offered; the rest explains why it is not.
     *
     * @param choice what the server was started with
     * @return the offered tools and the withheld ones
     */
    public Offer offer(Choice choice) {
        List<Tool> offered = new ArrayList<>();
        Map<String, ToolException> withheld = new LinkedHashMap<>();
        for (Tool tool : tools.values()) {
            if (!choice.includes(tool.name())) {
                withheld.put(tool.name(), refusal("UNSUPPORTED", tool, "without this tool (--tools)"));
            } else if (choice.readOnly() && !tool.hints().readOnly()) {
                withheld.put(tool.name(), refusal("READ_ONLY", tool, "with --read-only"));
            } else if (choice.noCommands()
                    && GROUPS.getOrDefault("commands", List.of()).contains(tool.name())) {
                withheld.put(tool.name(), refusal("UNSUPPORTED", tool, "with --no-commands"));
            } else {
                offered.add(tool);
            }
        }
        return new Offer(offered, withheld);
    }

    static Map<String, Object> largeResult(int chars) {
        return Map.of("anthropic/maxResultSizeChars", chars);
    }

    private static ToolException refusal(String code, Tool tool, String how) {
        return ToolException.of(
                code, tool.name() + " is not offered: the server was started " + how, "one of the listed tools");
    }

    /**
     * What the server was started with.
     *
     * @param groups the groups that are offered, all when empty; what is in no group always is
     * @param readOnly whether only tools that change nothing are offered
     * @param noCommands whether no commands run
     */
    public record Choice(Set<String> groups, boolean readOnly, boolean noCommands) {
        boolean includes(String tool) {
            boolean always = GROUPS.values().stream().noneMatch(members -> members.contains(tool));
            return always
                    || groups.isEmpty()
                    || groups.stream()
                            .anyMatch(group ->
                                    GROUPS.getOrDefault(group, List.of()).contains(tool));
        }
    }

    /**
     * What a client may call.
     *
     * @param tools the tools that are listed
     * @param withheld what a call of another tool is answered with
     */
    public record Offer(List<Tool> tools, Map<String, ToolException> withheld) {
        /**
         * Copies what it is given.
         *
         * @param tools the tools that are listed
         * @param withheld what a call of another tool is answered with
         */
        public Offer {
            tools = List.copyOf(tools);
            withheld = Map.copyOf(withheld);
        }
    }
}
