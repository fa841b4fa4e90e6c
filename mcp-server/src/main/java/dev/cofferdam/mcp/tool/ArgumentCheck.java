package dev.cofferdam.mcp.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns what a client sent into arguments, or says which argument is wrong and which ones there are. */
public final class ArgumentCheck {
    private final ObjectMapper json;
    private final SchemaCheck schemas;

    /**
     * A check.
     *
     * @param json reads an array or object that was sent as text
     * @param schemas checks values against a tool's schema
     */
    public ArgumentCheck(ObjectMapper json, SchemaCheck schemas) {
        this.json = json;
        this.schemas = schemas;
    }

    /**
     * Checks the arguments of a call.
     *
     * @param tool the tool that is called
     * @param sent the arguments as they were sent, or null when there were none
     * @return the arguments
     * @throws ToolException {@code INVALID_ARGUMENT} when they do not fit the tool's schema
     */
    public Arguments check(Tool tool, @Nullable Object sent) {
        Map<String, Object> properties = properties(tool.input());
        Map<String, Object> given = withoutNulls(object(tool, sent));
        for (Map.Entry<String, Object> argument : given.entrySet()) {
            Object schema = properties.get(argument.getKey());
            if (schema == null) {
                throw ToolException.invalid(
                        "unknown argument `" + argument.getKey() + "` of " + tool.name(), usage(tool));
            }
            argument.setValue(unwrapped(argument.getKey(), map(schema), argument.getValue()));
        }
        requireAll(tool, given);
        schemas.problem(tool.input(), given).ifPresent(problem -> {
            throw ToolException.invalid("arguments of " + tool.name() + ": " + problem, usage(tool));
        });
        return new Arguments(given);
    }

    static Map<String, Object> withoutNulls(Map<String, Object> map) {
        Map<String, Object> kept = new LinkedHashMap<>(map);
        kept.values().removeIf(Objects::isNull);
        return kept;
    }

    private static void requireAll(Tool tool, Map<String, Object> given) {
        if (tool.input().get("required") instanceof List<?> required) {
            for (Object name : required) {
                if (!given.containsKey(String.valueOf(name))) {
                    throw ToolException.invalid(tool.name() + " needs the argument `" + name + "`", usage(tool));
                }
            }
        }
    }

    private static Map<String, Object> object(Tool tool, @Nullable Object sent) {
        if (sent == null) {
            return Map.of();
        }
        if (sent instanceof Map<?, ?>) {
            return map(sent);
        }
        throw ToolException.invalid("the arguments of " + tool.name() + " are not an object", usage(tool));
    }

    /** Some models send `"[1, 2]"` where `[1, 2]` is meant. */
    private Object unwrapped(String name, Map<String, Object> schema, Object value) {
        String type = String.valueOf(schema.get("type"));
        if (!(value instanceof String text) || !("array".equals(type) || "object".equals(type))) {
            return value;
        }
        try {
            Object read = json.readValue(text, Object.class);
            if ("array".equals(type) ? read instanceof List : read instanceof Map) {
                return read;
            }
        } catch (JsonProcessingException e) {
            throw ToolException.invalid("`" + name + "` is a text, not an " + type, form(name, type))
                    .causedBy(e);
        }
        throw ToolException.invalid("`" + name + "` is not an " + type, form(name, type));
    }

    private static String form(String name, String type) {
        return "`\"" + name + "\": " + ("array".equals(type) ? "[…]" : "{…}") + "`, not quoted";
    }

    private static String usage(Tool tool) {
        StringBuilder usage = new StringBuilder(tool.name()).append('(');
        Object required = tool.input().get("required");
        String separator = "";
        for (String name : properties(tool.input()).keySet()) {
            boolean needed = required instanceof List<?> list && list.contains(name);
            usage.append(separator).append(name).append(needed ? "" : "?");
            separator = ", ";
        }
        return usage.append(')').toString();
    }

    private static Map<String, Object> properties(Map<String, Object> schema) {
        return map(schema.getOrDefault("properties", Map.of()));
    }

    @SuppressWarnings("unchecked") // a JSON object has texts as keys
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
