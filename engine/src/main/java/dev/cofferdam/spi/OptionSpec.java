package dev.cofferdam.spi;

/**
 * An option that a provider understands.
 *
 * @param name the name, in camel case
 * @param meaning what it does, its form and its default, in one sentence
 * @param secret whether its value must never be shown
 */
public record OptionSpec(String name, String meaning, boolean secret) {
    /**
     * Create an option whose value may be shown.
     *
     * @param name the name, in camel case
     * @param meaning what it does, its form and its default, in one sentence
     * @return the option
     */
    public static OptionSpec of(String name, String meaning) {
        return new OptionSpec(name, meaning, false);
    }
}
