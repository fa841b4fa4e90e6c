package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.Workspace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes one path. */
final class FileInfo {
    private final WorkspaceSession session;

    FileInfo(WorkspaceSession session) {
        this.session = session;
    }

    Tool tool() {
        return new Tool(
                "file_info",
                "File info",
                """
                Describe what is at a path: type, size, time, mode; of files up to 10 MiB also encoding, line ends and \
                SHA-256. A symbolic link is described itself.""",
                Schema.object(Schema.required("path", PathArgument.schema("The path")))
                        .toMap(),
                Schema.object(
                                Schema.required("path", Schema.string("")),
                                Schema.required("type", Schema.string("").oneOf("file", "dir", "symlink", "other")),
                                Schema.required("size", Schema.integer("")),
                                Schema.required("mtime", Schema.string("")),
                                Schema.required("mode", Schema.string("octal")),
                                Schema.optional("symlinkTarget", Schema.string("")),
                                Schema.optional("encoding", Schema.string("binary when it is not text")),
                                Schema.optional("eol", Schema.string("").oneOf("lf", "crlf", "mixed", "none")),
                                Schema.optional("sha256", Schema.string("")))
                        .toMap(),
                ToolHints.READ_ONLY,
                Map.of(),
                (arguments, context) -> info(arguments));
    }

    private ToolResult info(Arguments arguments) {
        String path = PathArgument.of(arguments, "path");
        Workspace workspace = session.workspace();
        Entry entry = workspace.stat(path);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", entry.path());
        facts.put("type", ListFiles.type(entry));
        facts.put("size", entry.size());
        facts.put("mtime", entry.modified().toString());
        facts.put("mode", "%04o".formatted(entry.mode()));
        entry.linkTarget().ifPresent(target -> facts.put("symlinkTarget", target));
        if (entry.isFile() && entry.size() <= workspace.options().limits().maxFileBytes()) {
            byte[] bytes = workspace.read(path);
            Optional<TextFile> text = TextFile.detect(bytes);
            facts.put("encoding", text.map(file -> file.encoding().name()).orElse(kind(bytes)));
            text.ifPresent(file -> facts.put("eol", file.eol()));
            facts.put("sha256", Sha256.of(bytes));
        }
        String shown = facts.entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .collect(Collectors.joining("\n"));
        return ToolResult.structured(shown, facts);
    }

    private static String kind(byte[] bytes) {
        return TextEncoding.isBinary(bytes) ? "binary" : TextEncoding.BYTES.name();
    }
}
