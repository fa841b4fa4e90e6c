package dev.cofferdam.architecture;

import java.lang.reflect.Array;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Renders the default of an annotation's attribute the same way on every JDK. */
final class AnnotationValue {
    private AnnotationValue() {}

    static String of(Object value) {
        if (value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> of(Array.get(value, i)))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof String text) {
            return '"' + text + '"';
        }
        return value instanceof Class<?> type ? type.getName() + ".class" : String.valueOf(value);
    }
}
