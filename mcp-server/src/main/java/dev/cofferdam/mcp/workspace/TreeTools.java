package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Makes, moves, deletes and brings back entries of the tree. */
final class TreeTools {
    private static final int MOST_COUNTED = 100_000;

    private final WorkspaceSession session;

    TreeTools(WorkspaceSession session) {
        this.session = session;
    }

    Tool makeDirectory() {
        return new Tool(
                "make_directory",
                "Make directory",
                "Make a directory and its missing parents. An existing directory is fine; anything else there is EXISTS.",
                Schema.object(Schema.required("path", PathArgument.schema("The directory")))
                        .toMap(),
                Schema.object(Schema.required("path", Schema.string("")), Schema.required("created", Schema.bool("")))
                        .toMap(),
                ToolHints.ADDITIVE_IDEMPOTENT,
                Map.of(),
                (arguments, context) -> make(arguments));
    }

    Tool moveFile() {
        return new Tool(
                "move_file",
                "Move file",
                """
                Move or rename a file, directory or link, making missing parents. An existing destination is EXISTS \
                unless overwrite is set; then a file replaces a file and a directory an empty directory.""",
                Schema.object(
                                Schema.required("source", PathArgument.schema("What to move")),
                                Schema.required("destination", PathArgument.schema("Its new path")),
                                Schema.optional(
                                        "overwrite",
                                        Schema.bool("Replace what is there").defaultsTo(false)))
                        .toMap(),
                Schema.object(
                                Schema.required("source", Schema.string("")),
                                Schema.required("destination", Schema.string("")),
                                Schema.required("replaced", Schema.bool("")))
                        .toMap(),
                ToolHints.DESTRUCTIVE,
                Map.of(),
                (arguments, context) -> move(arguments));
    }

    Tool deleteFile() {
        return new Tool(
                "delete_file",
                "Delete file",
                """
                Delete a file, link or directory. It goes to the trash, from where restore_trash brings it back by the \
                returned trashId, unless permanent is set. A directory with contents needs recursive.""",
                Schema.object(
                                Schema.required("path", PathArgument.schema("What to delete")),
                                Schema.optional(
                                        "recursive",
                                        Schema.bool("A directory with its contents")
                                                .defaultsTo(false)),
                                Schema.optional(
                                        "permanent",
                                        Schema.bool("Delete for good").defaultsTo(false)))
                        .toMap(),
                Schema.object(
                                Schema.required("path", Schema.string("")),
                                Schema.optional("trashId", Schema.string("absent when deleted for good")),
                                Schema.optional(
                                        "entries", Schema.integer("how many entries went, the path itself included")))
                        .toMap(),
                ToolHints.DESTRUCTIVE,
                Map.of(),
                (arguments, context) -> delete(arguments));
    }

    Tool restoreTrash() {
        return new Tool(
                "restore_trash",
                "Restore from trash",
                """
                Bring back what delete_file moved to the trash to the path where it was, making missing parents. When \
                the place is taken it fails with EXISTS unless overwrite is set.""",
                Schema.object(
                                Schema.required("trash_id", Schema.string("trashId of delete_file")),
                                Schema.optional(
                                        "overwrite",
                                        Schema.bool("Replace what is there now").defaultsTo(false)))
                        .toMap(),
                Schema.object(Schema.required("path", Schema.string(""))).toMap(),
                ToolHints.DESTRUCTIVE,
                Map.of(),
                (arguments, context) -> restore(arguments));
    }

    private ToolResult make(Arguments arguments) {
        String path = PathArgument.of(arguments, "path");
        Workspace workspace = session.workspace();
        boolean created = workspace.mkdir(path);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", workspace.stat(path).path());
        facts.put("created", created);
        return ToolResult.structured((created ? "Made " : "Was there already: ") + facts.get("path"), facts);
    }

    private ToolResult move(Arguments arguments) {
        String source = PathArgument.of(arguments, "source");
        String destination = PathArgument.of(arguments, "destination");
        Workspace workspace = session.workspace();
        RenameOptions options = RenameOptions.defaults();
        if (arguments.bool("overwrite", false)) {
            options = options.overwriting();
        }
        if (goesAheadDespiteCommands(workspace)) {
            options = options.despiteCommands();
        }
        String from = workspace.stat(source).path();
        boolean replaced = workspace.rename(source, destination, options);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("source", from);
        facts.put("destination", workspace.stat(destination).path());
        facts.put("replaced", replaced);
        return ToolResult.structured(
                "Moved " + from + " to " + facts.get("destination") + (replaced ? ", replacing what was there" : ""),
                facts);
    }

    private ToolResult delete(Arguments arguments) {
        String path = PathArgument.of(arguments, "path");
        boolean recursive = arguments.bool("recursive", false);
        Workspace workspace = session.workspace();
        Entry entry = workspace.stat(path);
        OptionalInt entries = count(workspace, entry, path, recursive);
        RemoveOptions options = RemoveOptions.defaults();
        if (recursive) {
            options = options.withContents();
        }
        if (!arguments.bool("permanent", false)) {
            options = options.toTrash();
        }
        if (goesAheadDespiteCommands(workspace)) {
            options = options.despiteCommands();
        }
        String trashId = workspace.remove(path, options);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", entry.path());
        if (!trashId.isEmpty()) {
            facts.put("trashId", trashId);
        }
        entries.ifPresent(number -> facts.put("entries", number));
        String text = (trashId.isEmpty() ? "Deleted " : "Moved to the trash: ")
                + entry.path()
                + entries.stream()
                        .mapToObj(n -> " (" + n + (n == 1 ? " entry)" : " entries)"))
                        .findFirst()
                        .orElse("")
                + (trashId.isEmpty() ? "" : ", trashId " + trashId);
        return ToolResult.structured(text, facts);
    }

    private ToolResult restore(Arguments arguments) {
        String id = arguments.string("trash_id");
        String path = session.workspace().restoreFromTrash(id, arguments.bool("overwrite", false));
        return ToolResult.structured("Restored " + path, Map.of("path", path));
    }

    /** WS-MOVE-004: where a swap of directories cannot lead out of the root, a dev server must not block an agent. */
    private static boolean goesAheadDespiteCommands(Workspace workspace) {
        return workspace.capabilities().has(Capability.RACE_FREE_CONFINEMENT);
    }

    /** Counts what is about to go; a tree too large to count goes uncounted. */
    private static OptionalInt count(Workspace workspace, Entry entry, String path, boolean recursive) {
        if (!entry.isDirectory() || !recursive) {
            return OptionalInt.of(1);
        }
        try {
            Listing all = workspace.list(
                    path,
                    ListOptions.recursive()
                            .includeHidden(true)
                            .skipDirs(Set.of())
                            .limit(MOST_COUNTED));
            return all.truncated()
                    ? OptionalInt.empty()
                    : OptionalInt.of(all.entries().size() + 1);
        } catch (WorkspaceException e) {
            if (e.code() == ErrorCode.TOO_LARGE || e.code() == ErrorCode.ACCESS_DENIED) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }
}
