package dev.cofferdam.architecture;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders what users can name of a class, a line for each type and member, nullness included. */
final class PublicApi {
    private PublicApi() {}

    /** Render visible types, sorted by name. */
    static String of(List<Class<?>> types) {
        return types.stream()
                .filter(PublicApi::isVisible)
                .sorted(Comparator.comparing(Class::getName))
                .map(PublicApi::type)
                .collect(Collectors.joining("\n"));
    }

    private static String type(Class<?> type) {
        String members = Stream.of(
                        Arrays.stream(type.getDeclaredFields())
                                .filter(PublicApi::isVisible)
                                .map(PublicApi::field)
                                .sorted(),
                        Arrays.stream(type.getDeclaredConstructors())
                                .filter(constructor -> isVisible(constructor) && !type.isEnum())
                                .map(PublicApi::constructor)
                                .sorted(),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(method -> isVisible(method) && !isEverywhere(method))
                                .map(PublicApi::method)
                                .sorted())
                .flatMap(lines -> lines)
                .map(line -> "    " + line + "\n")
                .collect(Collectors.joining());
        return deprecated(type) + head(type) + "\n" + members;
    }

    private static String head(Class<?> type) {
        StringBuilder head = new StringBuilder(modifiers(type.getModifiers() & ~Modifier.INTERFACE & ~hiddenOf(type)));
        if (type.isSealed()) {
            head.append("sealed ");
        }
        head.append(kind(type)).append(' ').append(type.getName()).append(typeParameters(type.getTypeParameters()));
        AnnotatedType parent = type.getAnnotatedSuperclass();
        if (parent != null && !type.isRecord() && !type.isEnum() && parent.getType() != Object.class) {
            head.append(" extends ").append(TypeText.of(parent));
        }
        AnnotatedType[] interfaces = type.isAnnotation() ? new AnnotatedType[0] : type.getAnnotatedInterfaces();
        if (interfaces.length > 0) {
            head.append(type.isInterface() ? " extends " : " implements ").append(TypeText.list(interfaces));
        }
        return head.toString();
    }

    private static int hiddenOf(Class<?> type) {
        int implied = Modifier.STATIC;
        if (type.isInterface()) {
            implied |= Modifier.ABSTRACT;
        }
        if (type.isRecord() || type.isEnum()) {
            implied |= Modifier.FINAL | Modifier.ABSTRACT;
        }
        return implied;
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "@interface";
        }
        if (type.isInterface()) {
            return "interface";
        }
        if (type.isEnum()) {
            return "enum";
        }
        return type.isRecord() ? "record" : "class";
    }

    private static String field(Field field) {
        return deprecated(field)
                + (field.isEnumConstant()
                        ? "constant " + field.getName()
                        : modifiers(field.getModifiers()) + TypeText.of(field.getAnnotatedType()) + " "
                                + field.getName());
    }

    private static String constructor(Constructor<?> constructor) {
        return deprecated(constructor)
                + modifiers(constructor.getModifiers())
                + spaced(typeParameters(constructor.getTypeParameters()))
                + constructor.getDeclaringClass().getSimpleName()
                + signature(constructor);
    }

    private static String method(Method method) {
        Object preset = method.getDefaultValue();
        return deprecated(method)
                + (method.isDefault() ? "default " : "")
                + modifiers(method.getModifiers() & ~hiddenOf(method))
                + spaced(typeParameters(method.getTypeParameters()))
                + TypeText.of(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + signature(method)
                + (preset == null ? "" : " default " + AnnotationValue.of(preset));
    }

    /** How a method holds its monitor is no promise. */
    private static int hiddenOf(Method method) {
        int hidden = Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.STRICT | Modifier.TRANSIENT | Modifier.VOLATILE;
        return method.getDeclaringClass().isAnnotation() ? hidden | Modifier.ABSTRACT : hidden;
    }

    private static String signature(Executable executable) {
        String parameters = TypeText.list(executable.getAnnotatedParameterTypes());
        if (executable.isVarArgs()) {
            parameters = parameters.replaceFirst("\\[]$", "...");
        }
        AnnotatedType[] thrown = executable.getAnnotatedExceptionTypes();
        return "(" + parameters + ")" + (thrown.length == 0 ? "" : " throws " + TypeText.list(thrown));
    }

    private static String typeParameters(TypeVariable<?>[] variables) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables)
                .map(variable -> variable.getName() + TypeText.bounds(" extends ", variable.getAnnotatedBounds()))
                .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String modifiers(int modifiers) {
        return spaced(Modifier.toString(modifiers));
    }

    private static String spaced(String text) {
        return text.isEmpty() ? "" : text + " ";
    }

    private static String deprecated(AnnotatedElement element) {
        return element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
    }

    /** Every class has them, overridden or not. */
    private static boolean isEverywhere(Method method) {
        return switch (method.getName()) {
            case "toString", "hashCode" -> method.getParameterCount() == 0;
            case "equals" -> method.getParameterCount() == 1 && method.getParameterTypes()[0] == Object.class;
            default -> false;
        };
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return !type.isSynthetic()
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && isVisible(type.getModifiers())
                && (outer == null || isVisible(outer));
    }

    private static <M extends AccessibleObject & Member> boolean isVisible(M member) {
        return !member.isSynthetic() && isVisible(member.getModifiers());
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
