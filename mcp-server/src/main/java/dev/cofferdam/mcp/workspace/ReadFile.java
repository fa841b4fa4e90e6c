package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Content;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolException;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a text file, or a part of it, or a picture. */
final class ReadFile {
    private final WorkspaceSession session;
    private final ToolLimits limits;

    ReadFile(WorkspaceSession session, ToolLimits limits) {
        this.session = session;
        this.limits = limits;
    }

    Tool tool() {
        return new Tool(
                "read_file",
                "Read file",
                "Read a text file exactly as it is, or a PNG, JPEG, GIF or WebP picture (up to "
                        + (limits.imageBytes() >> 20) + " MiB). A call returns up to " + limits.readLines()
                        + " lines or " + (limits.readBytes() >> 10) + " KiB; lines over " + limits.lineChars()
                        + " characters are cut. When there is more, the last line says how to continue. "
                        + "Other binary files fail with BINARY.",
                Schema.object(
                                Schema.required("path", PathArgument.schema("The file")),
                                Schema.optional(
                                        "offset",
                                        Schema.integer("First line, counted from 1; negative counts from the end")
                                                .defaultsTo(1)),
                                Schema.optional(
                                        "limit",
                                        Schema.integer("Most lines to return")
                                                .between(1, limits.readLines())
                                                .defaultsTo(limits.readLines())),
                                Schema.optional(
                                        "encoding",
                                        Schema.string("auto (byte order mark, else UTF-8), or a charset such as"
                                                        + " utf-16le or windows-1252")
                                                .defaultsTo("auto")))
                        .toMap(),
                null,
                ToolHints.READ_ONLY,
                Toolbox.largeResult(300_000),
                (arguments, context) -> read(arguments));
    }

    private ToolResult read(Arguments arguments) {
        String path = PathArgument.of(arguments, "path");
        Workspace workspace = session.workspace();
        byte[] bytes = workspace.read(path);
        String encoding = arguments.string("encoding", "auto");
        Optional<String> picture = encoding.equals("auto") ? Picture.mimeType(bytes) : Optional.empty();
        if (picture.isPresent()) {
            return picture(path, bytes, picture.get());
        }
        TextFile file = TextFile.read(path, bytes, encoding);
        Lines lines = Lines.of(file.text());
        int first = firstLine(arguments, lines.count());
        StringBuilder body = new StringBuilder();
        int last = append(body, lines, first, arguments.integer("limit", limits.readLines()));
        boolean more = last < lines.count();
        if (more) {
            body.append("[lines %d-%d of %d; continue with offset=%d]".formatted(first, last, lines.count(), last + 1));
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("size", bytes.length);
        facts.put("lines", lines.count());
        facts.put("range", List.of(first, last));
        if (more) {
            facts.put("nextOffset", last + 1);
        }
        facts.put("truncated", more);
        facts.put("encoding", file.encoding().name());
        facts.put("eol", file.eol());
        facts.put("sha256", Sha256.of(bytes));
        String text = bytes.length == 0 ? "[the file is empty]" : body.toString();
        return ToolResult.text(text).withMeta(Map.of("dev.cofferdam/file", facts));
    }

    private static int firstLine(Arguments arguments, int count) {
        int offset = arguments.integer("offset", 1);
        if (offset < 0) {
            return Math.max(1, count + 1 + offset);
        }
        if (offset == 0 || offset > Math.max(1, count)) {
            throw ToolException.invalid(
                    "offset=" + offset + " is not a line of the file, which has " + count,
                    "an offset from 1 to " + Math.max(1, count) + ", or a negative one to count from the end");
        }
        return offset;
    }

    /** Adds lines while they fit, at least one, and returns the number of the last. */
    private int append(StringBuilder body, Lines lines, int first, int limit) {
        int room = limits.readBytes();
        int last = first - 1;
        while (last < lines.count() && last - first + 1 < limit) {
            String line = shown(lines, last + 1);
            room -= line.getBytes(StandardCharsets.UTF_8).length;
            if (room < 0) {
                break;
            }
            body.append(line);
            last++;
        }
        return last;
    }

    private String shown(Lines lines, int number) {
        String line = lines.line(number);
        if (line.length() <= limits.lineChars()) {
            return lines.withEnd(number);
        }
        return Lines.cut(line, limits.lineChars()) + " [line cut, " + line.length() + " characters]\n";
    }

    private ToolResult picture(String path, byte[] bytes, String mimeType) {
        if (bytes.length > limits.imageBytes()) {
            throw ToolException.of(
                            "TOO_LARGE",
                            path + ": the picture has " + bytes.length + " bytes, more than " + limits.imageBytes(),
                            "a command that makes it smaller")
                    .about(path);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("size", bytes.length);
        facts.put("mimeType", mimeType);
        facts.put("sha256", Sha256.of(bytes));
        return new ToolResult(
                List.of(
                        new Content.Text(path + ": " + mimeType + ", " + bytes.length + " bytes"),
                        new Content.Image(Base64.getEncoder().encodeToString(bytes), mimeType)),
                null,
                false,
                Map.of("dev.cofferdam/file", facts));
    }
}
