package dev.cofferdam.mcp.tool;

import java.util.Map;
import java.util.Optional;

/** Checks a value against a JSON Schema. */
@FunctionalInterface
public interface SchemaCheck {
    /**
     * Checks a value.
     *
     * @param schema the schema
     * @param value the value
     * @return what is wrong with it, or nothing
     */
    Optional<String> problem(Map<String, Object> schema, Object value);
}
