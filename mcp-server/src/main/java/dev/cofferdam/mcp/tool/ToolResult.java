package dev.cofferdam.mcp.tool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call gives back.
 *
 * @param content what the model reads; complete by itself
 * @param structured the same facts as data, or null when the tool has no output schema
 * @param error whether the call failed
 * @param meta facts for the host, by their full keys
 */
public record ToolResult(
        List<Content> content, @Nullable Map<String, Object> structured, boolean error, Map<String, Object> meta) {
    /** Key of the machine-readable form of an error in a result's {@code _meta}. */
    public static final String ERROR_KEY = "dev.cofferdam/error";

    /**
     * Copies what it is given.
     *
     * @param content what the model reads
     * @param structured the same facts as data, or null
     * @param error whether the call failed
     * @param meta facts for the host
     */
    public ToolResult {
        content = List.copyOf(content);
        structured = structured == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(structured));
        meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
    }

    /**
     * A result of text alone.
     *
     * @param text the text
     * @return the result
     */
    public static ToolResult text(String text) {
        return new ToolResult(List.of(new Content.Text(text)), null, false, Map.of());
    }

    /**
     * A result of data, and the same facts as text.
     *
     * @param text the text
     * @param structured the data
     * @return the result
     */
    public static ToolResult structured(String text, Map<String, Object> structured) {
        return new ToolResult(List.of(new Content.Text(text)), structured, false, Map.of());
    }

    /**
     * The result of a call that failed.
     *
     * @param failure why
     * @return the result
     */
    public static ToolResult failed(ToolException failure) {
        return new ToolResult(
                List.of(new Content.Text(failure.text())), null, true, Map.of(ERROR_KEY, failure.details()));
    }

    /**
     * Adds facts for the host.
     *
     * @param more the facts, by their full keys
     * @return the result with them
     */
    public ToolResult withMeta(Map<String, Object> more) {
        Map<String, Object> all = new LinkedHashMap<>(meta);
        all.putAll(more);
        return new ToolResult(content, structured, error, all);
    }
}
