package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.Content;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the legacy era as plain JSON data. The SDK has records for them, but what it takes to learn how to
 * write these makes up a third of a start.
 */
final class LegacyForms {
    private LegacyForms() {}

    static Map<String, Object> response(Object id, Object result) {
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("jsonrpc", "2.0");
        response.put("id", id);
        response.put("result", result);
        return response;
    }

    static Map<String, Object> handshake(String version, ServerDescription server) {
        Map<String, Object> self = new LinkedHashMap<>();
        self.put("name", server.name());
        self.put("title", server.title());
        self.put("version", server.version());
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("protocolVersion", version);
        result.put("capabilities", Map.of("tools", Map.of("listChanged", false)));
        result.put("serverInfo", self);
        result.put("instructions", server.instructions());
        return result;
    }

    static Map<String, Object> tools(List<Tool> tools) {
        return Map.of("tools", tools.stream().map(LegacyForms::tool).toList());
    }

    private static Map<String, Object> tool(Tool tool) {
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("name", tool.name());
        form.put("title", tool.title());
        form.put("description", tool.description());
        form.put("inputSchema", tool.input());
        putUnlessAbsent(form, "outputSchema", tool.output());
        ToolHints hints = tool.hints();
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put("title", tool.title());
        annotations.put("readOnlyHint", hints.readOnly());
        annotations.put("destructiveHint", hints.destructive());
        annotations.put("idempotentHint", hints.idempotent());
        annotations.put("openWorldHint", hints.openWorld());
        form.put("annotations", annotations);
        putUnlessAbsent(form, "_meta", tool.meta());
        return form;
    }

    static Map<String, Object> result(ToolResult result) {
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("content", result.content().stream().map(LegacyForms::content).toList());
        form.put("isError", result.error());
        putUnlessAbsent(form, "structuredContent", result.structured());
        putUnlessAbsent(form, "_meta", result.meta());
        return form;
    }

    private static Map<String, Object> content(Content content) {
        Map<String, Object> form = new LinkedHashMap<>();
        if (content instanceof Content.Image image) {
            form.put("type", "image");
            form.put("data", image.base64());
            form.put("mimeType", image.mimeType());
        } else {
            form.put("type", "text");
            form.put("text", ((Content.Text) content).text());
        }
        return form;
    }

    private static void putUnlessAbsent(Map<String, Object> form, String key, @Nullable Map<String, Object> value) {
        if (value != null && !(value.isEmpty() && key.equals("_meta"))) {
            form.put(key, value);
        }
    }
}
