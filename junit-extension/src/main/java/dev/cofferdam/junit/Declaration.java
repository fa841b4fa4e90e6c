package dev.cofferdam.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * What one annotation asks for, after the configuration has filled in what it leaves open.
 *
 * @param where the annotated element, for messages
 * @param provider the name of the provider
 * @param options the options of the provider
 * @param files the class-path folder to begin with
 * @param keep when the workspace is kept, never {@code DEFAULT}
 * @param customizer who has the last word
 */
record Declaration(
        String where,
        String provider,
        Map<String, String> options,
        Optional<String> files,
        Keep keep,
        Optional<WorkspaceCustomizer> customizer) {
    private static final String DEFAULT_PROVIDER = "local";

    Declaration {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * Read an annotation.
     *
     * @param invoked the provider for which the test is invoked, empty for a test that is invoked once
     */
    static Declaration of(
            SandboxWorkspace annotation,
            AnnotatedElement element,
            Optional<String> invoked,
            ClassLoader loader,
            Settings settings) {
        String where = describe(element);
        Optional<String> named = nonEmpty(annotation.provider()).or(() -> invoked);
        return new Declaration(
                where,
                named.or(() -> settings.get(SandboxWorkspace.PROVIDER_KEY)).orElse(DEFAULT_PROVIDER),
                options(annotation, named.isPresent(), where, settings),
                nonEmpty(annotation.files()).or(() -> settings.get(SandboxWorkspace.FILES_KEY)),
                keep(annotation, settings),
                customizer(annotation, loader, settings));
    }

    private static Map<String, String> options(
            SandboxWorkspace annotation, boolean named, String where, Settings settings) {
        if (annotation.options().length > 0) {
            return pairs(List.of(annotation.options()), "@SandboxWorkspace on " + where);
        }
        // An option of the configured provider means nothing to a provider that the test names.
        if (named) {
            return Map.of();
        }
        return settings.get(SandboxWorkspace.OPTIONS_KEY)
                .map(value ->
                        pairs(List.of(value.split(",", -1)), "The configuration key " + SandboxWorkspace.OPTIONS_KEY))
                .orElse(Map.of());
    }

    /** Read {@code name=value} pairs; values stay out of the messages, for they may be secrets. */
    static Map<String, String> pairs(List<String> pairs, String origin) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < pairs.size(); i++) {
            String pair = pairs.get(i).stripLeading();
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals).strip();
            if (equals < 0 || name.isEmpty()) {
                throw new ExtensionConfigurationException(origin + ": option " + (i + 1) + " of " + pairs.size()
                        + (pair.isBlank() || name.isEmpty() ? " has no name" : " has no '='")
                        + "; write each option as name=value, such as \"image=node:24\"");
            }
            if (options.put(name, pair.substring(equals + 1)) != null) {
                throw new ExtensionConfigurationException(origin + ": the option '" + name + "' is given twice");
            }
        }
        return options;
    }

    private static Keep keep(SandboxWorkspace annotation, Settings settings) {
        if (annotation.keep() != Keep.DEFAULT) {
            return annotation.keep();
        }
        return settings.get(SandboxWorkspace.KEEP_KEY, Keep.class)
                .filter(keep -> keep != Keep.DEFAULT)
                .orElse(Keep.ON_FAILURE);
    }

    private static Optional<WorkspaceCustomizer> customizer(
            SandboxWorkspace annotation, ClassLoader loader, Settings settings) {
        if (annotation.customizer() != WorkspaceCustomizer.class) {
            return Optional.of(ReflectionSupport.newInstance(annotation.customizer()));
        }
        return settings.get(SandboxWorkspace.CUSTOMIZER_KEY).map(name -> newCustomizer(name, loader));
    }

    private static WorkspaceCustomizer newCustomizer(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, true, loader);
            return ReflectionSupport.newInstance(type.asSubclass(WorkspaceCustomizer.class));
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new ExtensionConfigurationException(
                    "The configuration key " + SandboxWorkspace.CUSTOMIZER_KEY + " is '" + name
                            + "'; it must name a class on the class path that implements "
                            + WorkspaceCustomizer.class.getName(),
                    e);
        }
    }

    /** Name an annotated element as a reader of the test would. */
    static String describe(AnnotatedElement element) {
        if (element instanceof Field field) {
            return "field " + field.getDeclaringClass().getSimpleName() + "." + field.getName();
        }
        if (element instanceof Parameter parameter) {
            Executable executable = parameter.getDeclaringExecutable();
            String type = executable.getDeclaringClass().getSimpleName();
            String owner = executable instanceof Method method
                    ? "method " + type + "." + method.getName()
                    : "constructor of " + type;
            return "parameter " + parameter.getName() + " of " + owner;
        }
        return element.toString();
    }

    private static Optional<String> nonEmpty(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }
}
