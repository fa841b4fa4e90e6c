package dev.cofferdam.mcp.tool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One tool of the server.
 *
 * @param name the name that a model calls it by
 * @param title the name that a person reads
 * @param description what it does and each limit it has, for the model
 * @param input JSON Schema of its arguments, always of type object
 * @param output JSON Schema of its structured result, or null when the text is the whole result
 * @param hints what a host may assume about it
 * @param meta further facts for the host, by their full keys
 * @param handler what a call does
 */
public record Tool(
        String name,
        String title,
        String description,
        Map<String, Object> input,
        @Nullable Map<String, Object> output,
        ToolHints hints,
        Map<String, Object> meta,
        ToolHandler handler) {}
