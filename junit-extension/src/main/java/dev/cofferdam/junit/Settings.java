package dev.cofferdam.junit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The configuration keys: JUnit's configuration parameters, then the environment. */
final class Settings {
    private final Function<String, Optional<String>> parameters;
    private final Function<String, @Nullable String> environment;

    Settings(Function<String, Optional<String>> parameters, Function<String, @Nullable String> environment) {
        this.parameters = parameters;
        this.environment = environment;
    }

    static Settings of(ExtensionContext context) {
        return new Settings(context::getConfigurationParameter, System::getenv);
    }

    /** Return the value of a key; one that is blank counts as not set. */
    Optional<String> get(String key) {
        return parameters
                .apply(key)
                .filter(value -> !value.isBlank())
                .or(() -> Optional.ofNullable(environment.apply(variable(key))).filter(value -> !value.isBlank()))
                .map(String::strip);
    }

    boolean onContinuousIntegration() {
        String value = environment.apply("CI");
        return value != null && !value.isBlank() && !value.equalsIgnoreCase("false");
    }

    <E extends Enum<E>> Optional<E> get(String key, Class<E> type) {
        return get(key).map(value -> {
            String wanted = value.toUpperCase(Locale.ROOT).replace('-', '_');
            for (E constant : type.getEnumConstants()) {
                if (constant.name().equals(wanted)) {
                    return constant;
                }
            }
            String valid = Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            throw new ExtensionConfigurationException(
                    "The configuration key " + key + " is '" + value + "'; valid are: " + valid);
        });
    }

    long number(String key, long otherwise) {
        return get(key).map(value -> {
                    if (!value.matches("[0-9]{1,18}")) {
                        throw new ExtensionConfigurationException("The configuration key " + key + " is '" + value
                                + "'; it must be a whole number, zero or more");
                    }
                    return Long.parseLong(value);
                })
                .orElse(otherwise);
    }

    /** Return the environment variable of a key: {@code COFFERDAM_PROVIDER} of {@code cofferdam.provider}. */
    static String variable(String key) {
        return key.toUpperCase(Locale.ROOT).replace('.', '_');
    }
}
