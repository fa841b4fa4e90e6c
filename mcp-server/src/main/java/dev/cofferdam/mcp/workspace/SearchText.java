package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolContext;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Searches the text of files for a pattern. */
final class SearchText {
    private static final int PAGE = 5_000;
    private static final int LINES_PER_LOOK_AT_THE_CLOCK = 2_000;

    private final WorkspaceSession session;
    private final ToolLimits limits;
    private final Machine machine;

    SearchText(WorkspaceSession session, ToolLimits limits, Machine machine) {
        this.session = session;
        this.limits = limits;
        this.machine = machine;
    }

    Tool tool() {
        return new Tool(
                "search_text",
                "Search text",
                "Search the lines of text files for an RE2 regular expression or a literal text. "
                        + "Hidden names, .git, node_modules, binary files and files over 10 MiB are "
                        + "skipped. Returns up to limit results; lines are cut to 400 characters around "
                        + "the match. After " + limits.searchBudget().toSeconds()
                        + " s it returns what it has and says timedOut.",
                Schema.object(
                                Schema.required("pattern", Schema.string("What to look for, within one line")),
                                Schema.optional(
                                        "path",
                                        PathArgument.schema("A directory or a file")
                                                .defaultsTo(".")),
                                Schema.optional(
                                        "glob",
                                        Schema.string("Only files that match; without `/` it is matched on the name"
                                                + " at any depth, as in *.java")),
                                Schema.optional(
                                        "regex",
                                        Schema.bool("false for a literal text").defaultsTo(true)),
                                Schema.optional("ignore_case", Schema.bool("").defaultsTo(false)),
                                Schema.optional(
                                        "context",
                                        Schema.integer("Lines shown before and after a match")
                                                .between(0, 10)
                                                .defaultsTo(0)),
                                Schema.optional(
                                        "mode",
                                        Schema.string("content (matching lines), files (paths) or count (lines a"
                                                        + " file)")
                                                .oneOf("content", "files", "count")
                                                .defaultsTo("content")),
                                Schema.optional(
                                        "limit",
                                        Schema.integer("Most results")
                                                .between(1, 5_000)
                                                .defaultsTo(250)),
                                Schema.optional(
                                        "offset",
                                        Schema.integer("Results to skip")
                                                .atLeast(0)
                                                .defaultsTo(0)))
                        .toMap(),
                output(),
                ToolHints.READ_ONLY,
                Toolbox.largeResult(200_000),
                this::search);
    }

    private static Map<String, Object> output() {
        Schema lines = Schema.array("", Schema.string(""));
        Schema match = Schema.object(
                Schema.required("path", Schema.string("")),
                Schema.required("line", Schema.integer("")),
                Schema.required("text", Schema.string("")),
                Schema.optional("before", lines),
                Schema.optional("after", lines));
        Schema count =
                Schema.object(Schema.required("path", Schema.string("")), Schema.required("count", Schema.integer("")));
        return Schema.object(
                        Schema.optional("matches", Schema.array("mode=content", match)),
                        Schema.optional("files", Schema.array("mode=files", Schema.string(""))),
                        Schema.optional("counts", Schema.array("mode=count", count)),
                        Schema.required("truncated", Schema.bool("")),
                        Schema.optional("nextOffset", Schema.integer("")),
                        Schema.required("timedOut", Schema.bool("")),
                        Schema.required("skippedBinary", Schema.integer("")),
                        Schema.optional("skippedLarge", Schema.integer("")),
                        Schema.optional("unreadable", Schema.integer("")))
                .toMap();
    }

    private ToolResult search(Arguments arguments, ToolContext context) {
        LineMatcher matcher = LineMatcher.of(
                arguments.string("pattern"), arguments.bool("regex", true), arguments.bool("ignore_case", false));
        SearchHits.Mode mode =
                SearchHits.Mode.valueOf(arguments.string("mode", "content").toUpperCase(Locale.ROOT));
        SearchHits hits = new SearchHits(
                mode, arguments.integer("context", 0), arguments.integer("offset", 0), arguments.integer("limit", 250));
        Search search = new Search(session.workspace(), matcher, hits, context);
        search.through(PathArgument.of(arguments, "path", "."), arguments.string("glob", ""));
        return search.result();
    }

    /** One search under way. */
    private final class Search {
        private final Workspace workspace;
        private final LineMatcher matcher;
        private final SearchHits hits;
        private final ToolContext context;
        private final long deadline;
        private boolean timedOut;
        private int searched;
        private int binary;
        private int large;
        private int unreadable;

        Search(Workspace workspace, LineMatcher matcher, SearchHits hits, ToolContext context) {
            this.workspace = workspace;
            this.matcher = matcher;
            this.hits = hits;
            this.context = context;
            this.deadline = machine.nanos() + limits.searchBudget().toNanos();
        }

        void through(String path, String glob) {
            ListOptions options = ListOptions.recursive().limit(PAGE);
            if (!glob.isEmpty()) {
                options = options.glob(glob.indexOf('/') < 0 ? "**/" + glob : glob);
            }
            try {
                Listing page = workspace.list(path, options);
                while (lookThrough(page) && page.truncated()) {
                    String last = page.entries().get(page.entries().size() - 1).path();
                    page = workspace.list(path, options.after(last));
                }
            } catch (WorkspaceException e) {
                if (e.code() != ErrorCode.NOT_A_DIRECTORY) {
                    throw e;
                }
                lookInto(path);
            }
        }

        private boolean lookThrough(Listing page) {
            unreadable += page.unreadable().size();
            for (Entry entry : page) {
                if (entry.isFile()
                        && entry.size() > workspace.options().limits().maxFileBytes()) {
                    large++;
                } else if (entry.isFile() && entry.lossy()) {
                    unreadable++;
                } else if (entry.isFile()) {
                    tryToLookInto(entry.path());
                }
                if (hits.full() || late()) {
                    return false;
                }
            }
            return true;
        }

        /** A tree changes while it is searched, so a file that is gone or closed to us is counted, not fatal. */
        private void tryToLookInto(String path) {
            try {
                lookInto(path);
            } catch (WorkspaceException e) {
                switch (e.code()) {
                    case NOT_FOUND, NOT_A_FILE, IS_DIRECTORY, NOT_A_DIRECTORY, ACCESS_DENIED, OUTSIDE_ROOT ->
                        unreadable++;
                    case TOO_LARGE -> large++;
                    default -> throw e;
                }
            }
        }

        private void lookInto(String path) {
            byte[] bytes = workspace.read(path);
            if (TextEncoding.isBinary(bytes)) {
                binary++;
                return;
            }
            searched++;
            context.progress(searched, path);
            String text = TextFile.detect(bytes).map(TextFile::text).orElseGet(() -> lenient(bytes));
            Lines lines = Lines.of(text);
            int count = 0;
            for (int number = 1; number <= lines.count() && !hits.full(); number++) {
                int column = matcher.find(lines.line(number));
                if (column >= 0) {
                    count++;
                    hits.match(path, lines, number, column);
                    if (hits.wantsFirstOnly()) {
                        break;
                    }
                }
                if (number % LINES_PER_LOOK_AT_THE_CLOCK == 0 && late()) {
                    break;
                }
            }
            hits.file(path, count);
        }

        private boolean late() {
            timedOut |= machine.nanos() - deadline > 0;
            return timedOut;
        }

        ToolResult result() {
            Map<String, Object> facts = new LinkedHashMap<>();
            hits.into(facts);
            facts.put("timedOut", timedOut);
            facts.put("skippedBinary", binary);
            StringBuilder text = new StringBuilder(hits.text());
            if (timedOut) {
                text.append("\nStopped after ").append(limits.searchBudget().toSeconds());
                text.append(" s; narrow the search with path or glob.");
            }
            note(facts, text, "skippedBinary", "binary files were skipped", binary);
            note(facts, text, "skippedLarge", "files were skipped for their size", large);
            note(facts, text, "unreadable", "entries could not be read", unreadable);
            return ToolResult.structured(text.toString(), facts);
        }

        private void note(Map<String, Object> facts, StringBuilder text, String key, String words, int number) {
            if (number > 0) {
                facts.put(key, number);
                text.append('\n').append(number).append(' ').append(words).append('.');
            }
        }

        /** Text in an unknown encoding still has its ASCII words. */
        private static String lenient(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
