package dev.cofferdam.spi;

/**
 * Whether a provider works here.
 *
 * @param ok whether it does
 * @param reason what was found, in a sentence; for {@code ok}, details such as a version
 * @param mend what to do about it; empty when it works
 */
public record Availability(boolean ok, String reason, String mend) {
    /**
     * Return that the provider works here.
     *
     * @return a positive answer without details
     */
    public static Availability available() {
        return new Availability(true, "", "");
    }

    /**
     * Return that the provider works here.
     *
     * @param details such as a version
     * @return a positive answer
     */
    public static Availability available(String details) {
        return new Availability(true, details, "");
    }

    /**
     * Return that the provider does not work here.
     *
     * @param reason what is missing or refuses, in a sentence
     * @param mend what to do about it, in a sentence
     * @return a negative answer
     */
    public static Availability missing(String reason, String mend) {
        return new Availability(false, reason, mend);
    }
}
