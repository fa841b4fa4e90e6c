package dev.cofferdam.workspace;

import java.util.Objects;

/**
 * A value that must not be shown: a password, a token, a key (WS-EXEC-012).
 *
 * <p>Its text reaches the command that it was given to and nothing else: {@link #toString()} shows {@code ***}, and the
 * engine redacts the text in messages, logs and reports.
 */
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    /**
     * Wrap a value.
     *
     * @param text the value
     * @return the secret
     */
    public static Secret of(String text) {
        return new Secret(Objects.requireNonNull(text, "text"));
    }

    /**
     * Return the value, for handing it on to where it is needed.
     *
     * @return the text
     */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
