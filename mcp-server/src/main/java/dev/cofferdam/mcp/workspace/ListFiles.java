package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists a directory, or a tree of them, page by page. */
final class ListFiles {
    private static final int MOST = 5_000;
    private static final int DEFAULT = 500;

    private final WorkspaceSession session;

    ListFiles(WorkspaceSession session) {
        this.session = session;
    }

    Tool tool() {
        Schema entry = Schema.object(
                Schema.required("path", Schema.string("")),
                Schema.required("type", Schema.string("").oneOf("file", "dir", "symlink", "other")),
                Schema.required("size", Schema.integer("")),
                Schema.required("mtime", Schema.string("")),
                Schema.optional("target", Schema.string("of a symlink")),
                Schema.optional("lossy", Schema.bool("the name is not UTF-8 and shown with U+FFFD")));
        return new Tool(
                "list_files",
                "List files",
                "List a directory, or with depth or a glob the tree below it, each directory's "
                        + "contents right after it. Up to " + DEFAULT + " entries a call (limit, at most " + MOST
                        + "); when truncated, pass nextCursor as cursor.",
                Schema.object(
                                Schema.optional(
                                        "path",
                                        PathArgument.schema("The directory").defaultsTo(".")),
                                Schema.optional(
                                        "depth",
                                        Schema.integer("How many levels; 0 means all. 1, but all when the glob holds"
                                                        + " `/` or `**`")
                                                .atLeast(0)
                                                .defaultsTo(1)),
                                Schema.optional(
                                        "glob",
                                        Schema.string("Only matching paths: *, ?, [a-z], {a,b}, ** as a whole"
                                                + " component, matched on the path below the directory")),
                                Schema.optional(
                                        "include_hidden",
                                        Schema.bool("Names that begin with a dot too")
                                                .defaultsTo(false)),
                                Schema.optional(
                                        "skip_dirs",
                                        Schema.array("Directories that are listed but not entered", Schema.string(""))
                                                .defaultsTo(List.of(".git", "node_modules"))),
                                Schema.optional(
                                        "limit",
                                        Schema.integer("Most entries")
                                                .between(1, MOST)
                                                .defaultsTo(DEFAULT)),
                                Schema.optional("cursor", Schema.string("nextCursor of the page before")))
                        .toMap(),
                Schema.object(
                                Schema.required("entries", Schema.array("", entry)),
                                Schema.required("truncated", Schema.bool("")),
                                Schema.optional("nextCursor", Schema.string("")),
                                Schema.optional("unreadable", Schema.array("", Schema.string(""))))
                        .toMap(),
                ToolHints.READ_ONLY,
                Map.of(),
                (arguments, context) -> list(arguments));
    }

    private ToolResult list(Arguments arguments) {
        Listing listing = session.workspace().list(PathArgument.of(arguments, "path", "."), options(arguments));
        List<Map<String, Object>> entries = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Entry entry : listing) {
            entries.add(facts(entry));
            text.append(line(entry)).append('\n');
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("entries", entries);
        facts.put("truncated", listing.truncated());
        text.append(entries.size()).append(entries.size() == 1 ? " entry" : " entries");
        if (listing.truncated() && !entries.isEmpty()) {
            String cursor = listing.entries().get(entries.size() - 1).path();
            facts.put("nextCursor", cursor);
            text.append("; there are more: continue with cursor=").append(cursor);
        }
        if (!listing.unreadable().isEmpty()) {
            facts.put("unreadable", listing.unreadable());
            text.append("\nunreadable: ").append(String.join(", ", listing.unreadable()));
        }
        return ToolResult.structured(text.toString(), facts);
    }

    private static ListOptions options(Arguments arguments) {
        ListOptions options = ListOptions.defaults()
                .includeHidden(arguments.bool("include_hidden", false))
                .limit(arguments.integer("limit", DEFAULT));
        if (arguments.has("depth")) {
            int depth = arguments.integer("depth", 1);
            options = options.depth(depth == 0 ? ListOptions.UNLIMITED : depth);
        }
        if (arguments.has("glob")) {
            options = options.glob(arguments.string("glob"));
        }
        if (arguments.has("cursor")) {
            options = options.after(arguments.string("cursor"));
        }
        List<String> skipDirs = arguments.strings("skip_dirs").orElse(List.copyOf(options.skipDirs()));
        return options.skipDirs(Set.copyOf(skipDirs));
    }

    static String type(Entry entry) {
        return switch (entry.type()) {
            case FILE -> "file";
            case DIRECTORY -> "dir";
            case SYMLINK -> "symlink";
            case OTHER -> "other";
        };
    }

    private static Map<String, Object> facts(Entry entry) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", entry.path());
        facts.put("type", type(entry));
        facts.put("size", entry.size());
        facts.put("mtime", entry.modified().toString());
        entry.linkTarget().ifPresent(target -> facts.put("target", target));
        if (entry.lossy()) {
            facts.put("lossy", true);
        }
        return facts;
    }

    private static String line(Entry entry) {
        return "%-7s %10d  %s  %s%s%s"
                .formatted(
                        type(entry),
                        entry.size(),
                        entry.modified(),
                        entry.path(),
                        entry.linkTarget().map(target -> " -> " + target).orElse(""),
                        entry.lossy() ? " (name is not UTF-8)" : "");
    }
}
