package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolException;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WriteOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Replaces passages of a text file and leaves every other byte as it is. */
final class EditFile {
    private static final int MOST_EDITS = 50;
    private static final int DIFF_CHARS = 16 << 10;
    private static final int LINES_NAMED = 20;

    private final WorkspaceSession session;

    EditFile(WorkspaceSession session) {
        this.session = session;
    }

    Tool tool() {
        Schema edit = Schema.object(
                Schema.required("old_text", Schema.string("The passage to replace, literally; LF matches CRLF too")),
                Schema.required("new_text", Schema.string("What stands there afterwards, literally")),
                Schema.optional(
                        "replace_all",
                        Schema.bool("Replace every match; without it the passage must be unique")
                                .defaultsTo(false)),
                Schema.optional(
                        "expected",
                        Schema.integer("Replace every match, provided that there are exactly so many")
                                .atLeast(1)));
        return new Tool(
                "edit_file",
                "Edit file",
                """
                Replace passages of a text file: 1 to 50 edits, applied in order, all or none. Line ends, encoding and \
                every untouched byte stay. A passage that is not found (NO_MATCH) or not unique (AMBIGUOUS_MATCH) changes \
                nothing and is explained. Returns a unified diff of up to 16 KiB.""",
                Schema.object(
                                Schema.required("path", PathArgument.schema("The file")),
                                Schema.required(
                                        "edits", Schema.array("The edits", edit).items(1, MOST_EDITS)),
                                Schema.optional(
                                        "if_sha256",
                                        Schema.string("Edit only when the file's current content has this SHA-256,"
                                                + " else CONFLICT")),
                                Schema.optional(
                                        "dry_run",
                                        Schema.bool("Return the diff and write nothing")
                                                .defaultsTo(false)))
                        .toMap(),
                Schema.object(
                                Schema.required("path", Schema.string("")),
                                Schema.required("replacements", Schema.integer("")),
                                Schema.required("sha256", Schema.string("of the new content")),
                                Schema.required("diff", Schema.string("")),
                                Schema.required("diffTruncated", Schema.bool("")),
                                Schema.required("dryRun", Schema.bool("")))
                        .toMap(),
                ToolHints.DESTRUCTIVE,
                Map.of(),
                (arguments, context) -> edit(arguments));
    }

    private ToolResult edit(Arguments arguments) {
        String path = PathArgument.of(arguments, "path");
        List<Arguments> edits = arguments.objects("edits");
        Workspace workspace = session.workspace();
        byte[] before = workspace.read(path);
        String beforeHash = Sha256.of(before);
        requireHash(arguments.optionalString("if_sha256"), beforeHash, path);
        TextFile file = text(path, before, edits);
        String text = file.text();
        int replacements = 0;
        for (int i = 0; i < edits.size(); i++) {
            EditableText editable = new EditableText(text);
            Passage passage = Passage.of(edits.get(i), i + 1, edits.size(), path, beforeHash);
            List<Integer> matches = passage.matches(editable);
            text = editable.replace(matches, passage.oldText(), passage.newText());
            replacements += matches.size();
        }
        byte[] after = file.encoding().encode(text);
        boolean dryRun = arguments.bool("dry_run", false);
        if (!dryRun) {
            workspace.write(path, after, WriteOptions.defaults().ifSha256(beforeHash));
        }
        String shownPath = workspace.stat(path).path();
        return result(shownPath, replacements, after, UnifiedDiff.of(shownPath, file.text(), text), dryRun);
    }

    private static void requireHash(Optional<String> wanted, String actual, String path) {
        if (wanted.isPresent() && !wanted.get().equalsIgnoreCase(actual)) {
            throw ToolException.of(
                            "CONFLICT",
                            path + ": the file has changed; its SHA-256 is " + actual,
                            "read_file again, then the edit with the new if_sha256")
                    .about(path);
        }
    }

    /** A file in an unknown encoding can be edited byte by byte as long as the edits are ASCII. */
    private static TextFile text(String path, byte[] bytes, List<Arguments> edits) {
        if (TextEncoding.isBinary(bytes)) {
            throw ToolException.of("BINARY", path + ": the file is not text", "write_file or a command")
                    .about(path);
        }
        Optional<TextFile> text = TextFile.detect(bytes);
        if (text.isPresent()) {
            return text.get();
        }
        boolean ascii =
                edits.stream().allMatch(edit -> isAscii(edit.string("old_text")) && isAscii(edit.string("new_text")));
        if (!ascii) {
            throw ToolException.of(
                            "ENCODING",
                            path + ": the file is not UTF-8, so only passages in ASCII can be replaced",
                            "edits in ASCII, or a command such as iconv to convert the file first")
                    .about(path);
        }
        return new TextFile(TextEncoding.BYTES.decode(bytes).orElseThrow(), TextEncoding.BYTES);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static ToolResult result(String path, int replacements, byte[] after, String diff, boolean dryRun) {
        boolean cut = diff.length() > DIFF_CHARS;
        String shown = Lines.cut(diff, DIFF_CHARS);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", path);
        facts.put("replacements", replacements);
        facts.put("sha256", Sha256.of(after));
        facts.put("diff", shown);
        facts.put("diffTruncated", cut);
        facts.put("dryRun", dryRun);
        String text = "%s %s: %d replacement(s), sha256 %s%n%s%s"
                .formatted(
                        dryRun ? "Would edit" : "Edited",
                        path,
                        replacements,
                        facts.get("sha256"),
                        shown,
                        cut ? "\n[the diff is longer]" : "");
        return ToolResult.structured(text, facts);
    }

    /** One edit, with its texts brought to LF. */
    private record Passage(
            String oldText,
            String newText,
            boolean all,
            OptionalLong expected,
            String label,
            String path,
            String hash) {
        static Passage of(Arguments edit, int number, int of, String path, String hash) {
            String oldText = EditableText.unify(edit.string("old_text"));
            String newText = EditableText.unify(edit.string("new_text"));
            String label = of == 1 ? "old_text" : "old_text of edit " + number;
            if (oldText.isEmpty()) {
                throw ToolException.invalid(label + " is empty", "a passage of the file, or write_file")
                        .about(path);
            }
            if (oldText.equals(newText)) {
                throw ToolException.invalid(label + " and new_text are the same", "the text that is wanted instead")
                        .about(path);
            }
            return new Passage(
                    oldText,
                    newText,
                    edit.bool("replace_all", false),
                    edit.optionalLong("expected"),
                    label,
                    path,
                    hash);
        }

        List<Integer> matches(EditableText text) {
            List<Integer> found = text.matches(oldText);
            if (found.isEmpty()) {
                throw ToolException.of(
                                "NO_MATCH",
                                path + ": " + label + " does not stand in the file; "
                                        + NearMiss.explain(text.unified(), oldText) + " (sha256 " + hash + ")",
                                "read_file around that line and copy the passage exactly")
                        .about(path);
            }
            long wanted = expected.orElse(all ? found.size() : 1);
            if (found.size() != wanted) {
                throw ambiguous(text, found, wanted);
            }
            return found;
        }

        private ToolException ambiguous(EditableText text, List<Integer> found, long wanted) {
            Lines lines = Lines.of(text.unified());
            String where = found.stream()
                    .limit(LINES_NAMED)
                    .map(at -> String.valueOf(lines.numberAt(at)))
                    .collect(Collectors.joining(", "));
            return ToolException.of(
                            "AMBIGUOUS_MATCH",
                            path + ": " + label + " stands " + found.size() + " times in the file, not " + wanted
                                    + ": lines " + where + (found.size() > LINES_NAMED ? ", …" : ""),
                            "more of the text around the one that is meant, replace_all=true, or expected="
                                    + found.size())
                    .about(path);
        }
    }
}
