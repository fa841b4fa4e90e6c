package dev.cofferdam.mcp.tool;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, already checked against the tool's schema; an argument given as null is absent. */
public final class Arguments {
    private final Map<String, Object> values;

    Arguments(Map<String, Object> values) {
        this.values = values;
    }

    /**
     * Tells whether an argument was given.
     *
     * @param name its name
     * @return true when it was
     */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * A required text.
     *
     * @param name its name
     * @return the text
     */
    public String string(String name) {
        return optionalString(name).orElseThrow(() -> missing(name));
    }

    /**
     * A text with a default.
     *
     * @param name its name
     * @param otherwise the default
     * @return the text
     */
    public String string(String name, String otherwise) {
        return optionalString(name).orElse(otherwise);
    }

    /**
     * A text that may be absent.
     *
     * @param name its name
     * @return the text, if given
     */
    public Optional<String> optionalString(String name) {
        return Optional.ofNullable(value(name, String.class));
    }

    /**
     * A whole number with a default.
     *
     * @param name its name
     * @param otherwise the default
     * @return the number
     */
    public int integer(String name, int otherwise) {
        long value = optionalLong(name).orElse(otherwise);
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw ToolException.invalid("`" + name + "` is out of range", "a smaller number");
        }
        return (int) value;
    }

    /**
     * A whole number that may be absent.
     *
     * @param name its name
     * @return the number, if given
     */
    public OptionalLong optionalLong(String name) {
        Number number = value(name, Number.class);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number.longValue());
    }

    /**
     * A switch with a default.
     *
     * @param name its name
     * @param otherwise the default
     * @return the switch
     */
    public boolean bool(String name, boolean otherwise) {
        Boolean value = value(name, Boolean.class);
        return value == null ? otherwise : value;
    }

    /**
     * A list of texts.
     *
     * @param name its name
     * @return the list, if given
     */
    public Optional<List<String>> strings(String name) {
        List<?> list = value(name, List.class);
        return Optional.ofNullable(list)
                .map(all -> all.stream().map(String.class::cast).toList());
    }

    /**
     * A list of objects.
     *
     * @param name its name
     * @return each object's own arguments, none when the list is absent
     */
    public List<Arguments> objects(String name) {
        List<?> list = value(name, List.class);
        return list == null ? List.of() : list.stream().map(Arguments::ofObject).toList();
    }

    /**
     * A map of texts.
     *
     * @param name its name
     * @return the map, empty when absent
     */
    @SuppressWarnings("unchecked") // the schema admits texts only
    public Map<String, String> stringMap(String name) {
        Map<String, String> map = value(name, Map.class);
        return map == null ? Map.of() : map;
    }

    @SuppressWarnings("unchecked") // a JSON object has texts as keys
    private static Arguments ofObject(Object object) {
        return new Arguments(ArgumentCheck.withoutNulls((Map<String, Object>) object));
    }

    private <T> @Nullable T value(String name, Class<T> type) {
        return type.cast(values.get(name));
    }

    private static ToolException missing(String name) {
        return ToolException.invalid("`" + name + "` is missing", "give it");
    }
}
