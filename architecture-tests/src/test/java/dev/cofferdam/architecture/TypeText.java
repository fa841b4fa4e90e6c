package dev.cofferdam.architecture;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders a type with its nullness; the JDK's own text of annotated types differs between releases. */
final class TypeText {
    private TypeText() {}

    static String list(AnnotatedType... types) {
        return Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(", "));
    }

    static String bounds(String prefix, AnnotatedType... bounds) {
        boolean trivial = bounds.length == 0
                || (bounds.length == 1 && bounds[0].getType() == Object.class && !isNullable(bounds[0]));
        return trivial ? "" : Arrays.stream(bounds).map(TypeText::of).collect(Collectors.joining(" & ", prefix, ""));
    }

    static String of(AnnotatedType type) {
        String mark = isNullable(type) ? "@Nullable " : "";
        if (type instanceof AnnotatedArrayType array) {
            String brackets = isNullable(type) ? " @Nullable []" : "[]";
            return of(array.getAnnotatedGenericComponentType()) + brackets;
        }
        if (type instanceof AnnotatedParameterizedType parameterized) {
            Type raw = ((ParameterizedType) parameterized.getType()).getRawType();
            return mark + name(raw) + "<" + list(parameterized.getAnnotatedActualTypeArguments()) + ">";
        }
        if (type instanceof AnnotatedTypeVariable variable) {
            return mark + ((TypeVariable<?>) variable.getType()).getName();
        }
        if (type instanceof AnnotatedWildcardType wildcard) {
            String lower = bounds(" super ", wildcard.getAnnotatedLowerBounds());
            return "?" + (lower.isEmpty() ? bounds(" extends ", wildcard.getAnnotatedUpperBounds()) : lower);
        }
        return mark + name(type.getType());
    }

    private static String name(Type type) {
        return type.getTypeName().replaceFirst("^java\\.lang\\.(?=[A-Z])", "");
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }
}
