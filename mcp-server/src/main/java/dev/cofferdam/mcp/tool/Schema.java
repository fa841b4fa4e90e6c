package dev.cofferdam.mcp.tool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes JSON Schemas, property by property in the order they are shown. */
public final class Schema {
    private final Map<String, Object> keywords = new LinkedHashMap<>();

    private Schema(String type, String description) {
        keywords.put("type", type);
        if (!description.isEmpty()) {
            keywords.put("description", description);
        }
    }

    /**
     * A text.
     *
     * @param description what it means
     * @return the schema
     */
    public static Schema string(String description) {
        return new Schema("string", description);
    }

    /**
     * A whole number.
     *
     * @param description what it means
     * @return the schema
     */
    public static Schema integer(String description) {
        return new Schema("integer", description);
    }

    /**
     * A switch.
     *
     * @param description what it means
     * @return the schema
     */
    public static Schema bool(String description) {
        return new Schema("boolean", description);
    }

    /**
     * A list.
     *
     * @param description what it means
     * @param items the schema of each item
     * @return the schema
     */
    public static Schema array(String description, Schema items) {
        return new Schema("array", description).with("items", items.toMap());
    }

    /**
     * A map whose values all have one schema.
     *
     * @param description what it means
     * @param values the schema of each value
     * @return the schema
     */
    public static Schema mapOf(String description, Schema values) {
        return new Schema("object", description).with("additionalProperties", values.toMap());
    }

    /**
     * An object with named properties and no others.
     *
     * @param properties its properties
     * @return the schema
     */
    public static Schema object(Property... properties) {
        Map<String, Object> shown = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Property property : properties) {
            shown.put(property.name(), property.schema().toMap());
            if (property.required()) {
                required.add(property.name());
            }
        }
        Schema object = new Schema("object", "").with("properties", shown);
        if (!required.isEmpty()) {
            object.with("required", required);
        }
        return object.with("additionalProperties", false);
    }

    /**
     * A property that must be there.
     *
     * @param name its name
     * @param schema its schema
     * @return the property
     */
    public static Property required(String name, Schema schema) {
        return new Property(name, schema, true);
    }

    /**
     * A property that may be absent.
     *
     * @param name its name
     * @param schema its schema
     * @return the property
     */
    public static Property optional(String name, Schema schema) {
        return new Property(name, schema, false);
    }

    /**
     * Bounds a number.
     *
     * @param min the least value
     * @param max the greatest value
     * @return this schema
     */
    public Schema between(long min, long max) {
        return with("minimum", min).with("maximum", max);
    }

    /**
     * Bounds a number from below.
     *
     * @param min the least value
     * @return this schema
     */
    public Schema atLeast(long min) {
        return with("minimum", min);
    }

    /**
     * Bounds the length of a list.
     *
     * @param min the least number of items
     * @param max the greatest number of items
     * @return this schema
     */
    public Schema items(int min, int max) {
        return with("minItems", min).with("maxItems", max);
    }

    /**
     * Names the only values.
     *
     * @param values the values
     * @return this schema
     */
    public Schema oneOf(String... values) {
        return with("enum", Arrays.asList(values));
    }

    /**
     * Says what an absent value means.
     *
     * @param value the default
     * @return this schema
     */
    public Schema defaultsTo(Object value) {
        return with("default", value);
    }

    /**
     * The schema as JSON data.
     *
     * @return a map that keeps the order
     */
    public Map<String, Object> toMap() {
        return new LinkedHashMap<>(keywords);
    }

    private Schema with(String keyword, Object value) {
        keywords.put(keyword, value);
        return this;
    }

    /**
     * A named property of an object.
     *
     * @param name its name
     * @param schema its schema
     * @param required whether it must be there
     */
    public record Property(String name, Schema schema, boolean required) {}
}
