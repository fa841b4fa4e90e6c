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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes a whole file, or adds to one. */
final class WriteFile {
    private static final byte[] NOTHING = new byte[0];

    private final WorkspaceSession session;

    WriteFile(WorkspaceSession session) {
        this.session = session;
    }

    Tool tool() {
        return new Tool(
                "write_file",
                "Write file",
                """
                Write a text file of up to 10 MiB, atomically, making missing parent directories. The text is written as \
                it is. To change a part of a file use edit_file.""",
                Schema.object(
                                Schema.required("path", PathArgument.schema("The file")),
                                Schema.required(
                                        "content", Schema.string("The whole text, or with append what is added")),
                                Schema.optional(
                                        "mode",
                                        Schema.string("overwrite, create (fails when the file exists) or append")
                                                .oneOf("overwrite", "create", "append")
                                                .defaultsTo("overwrite")),
                                Schema.optional(
                                        "if_sha256",
                                        Schema.string("Write only when the file's current content has this SHA-256,"
                                                + " else CONFLICT")),
                                Schema.optional(
                                        "encoding",
                                        Schema.string("keep (the existing file's byte order mark and UTF-16, else"
                                                        + " UTF-8), or a charset")
                                                .defaultsTo("keep")))
                        .toMap(),
                Schema.object(
                                Schema.required("path", Schema.string("")),
                                Schema.required("created", Schema.bool("whether the file is new")),
                                Schema.required("bytes", Schema.integer("size of the file now")),
                                Schema.required("sha256", Schema.string("")),
                                Schema.required("eol", Schema.string("").oneOf("lf", "crlf", "mixed", "none")),
                                Schema.required("encoding", Schema.string("")))
                        .toMap(),
                ToolHints.DESTRUCTIVE,
                Map.of(),
                (arguments, context) -> write(arguments));
    }

    private ToolResult write(Arguments arguments) {
        String path = PathArgument.of(arguments, "path");
        String content = arguments.string("content");
        String mode = arguments.string("mode", "overwrite");
        Workspace workspace = session.workspace();
        boolean append = mode.equals("append");
        boolean existed = !mode.equals("create") && workspace.exists(path);
        byte[] before = existed ? workspace.read(path, 0, append ? Integer.MAX_VALUE : 4) : NOTHING;
        TextEncoding encoding = encoding(arguments.string("encoding", "keep"), before, content, append, path);
        boolean added = append && before.length > 0;
        byte[] bytes = added ? encoding.encodePart(content) : encoding.encode(content);
        workspace.write(path, bytes, options(mode, arguments.optionalString("if_sha256")));
        return result(workspace, path, !existed, added ? workspace.read(path) : bytes, encoding);
    }

    private static WriteOptions options(String mode, Optional<String> ifSha256) {
        WriteOptions options = WriteOptions.defaults();
        if (mode.equals("create")) {
            options = options.asNew();
        } else if (mode.equals("append")) {
            options = options.appending();
        }
        return ifSha256.isPresent() ? options.ifSha256(ifSha256.get().toLowerCase(Locale.ROOT)) : options;
    }

    private static TextEncoding encoding(String asked, byte[] before, String content, boolean append, String path) {
        if (!asked.equals("keep")) {
            return TextEncoding.named(asked);
        }
        TextEncoding kept = TextEncoding.byMark(before);
        boolean ascii = content.chars().allMatch(c -> c < 0x80);
        if (append && !ascii && kept.decode(before).isEmpty()) {
            throw ToolException.of(
                            "ENCODING",
                            path + ": the file is not UTF-8, so text outside ASCII cannot be added without knowing its"
                                    + " encoding",
                            "the file's `encoding`, such as windows-1252")
                    .about(path);
        }
        return kept;
    }

    private static ToolResult result(
            Workspace workspace, String path, boolean created, byte[] now, TextEncoding encoding) {
        String text =
                encoding.decode(now).or(() -> TextEncoding.BYTES.decode(now)).orElse("");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", workspace.stat(path).path());
        facts.put("created", created);
        facts.put("bytes", now.length);
        facts.put("sha256", Sha256.of(now));
        facts.put("eol", new TextFile(text, encoding).eol());
        facts.put("encoding", encoding.name());
        return ToolResult.structured(
                "%s %s: %d bytes, eol %s, encoding %s, sha256 %s"
                        .formatted(
                                created ? "Created" : "Wrote",
                                facts.get("path"),
                                now.length,
                                facts.get("eol"),
                                encoding.name(),
                                facts.get("sha256")),
                facts);
    }
}
