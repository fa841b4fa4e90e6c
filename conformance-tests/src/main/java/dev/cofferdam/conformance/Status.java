package dev.cofferdam.conformance;

/** How a check ended. Only {@link #PASS} says that the provider does what the clause asks for. */
public enum Status {
    /** The provider does what the clause asks for. */
    PASS,
    /** The provider does something else, or a known deviation turned out to be none. */
    FAIL,
    /** The suite itself or its set-up broke, so that nothing was found out. */
    ERROR,
    /** The check is about a capability that the provider does not declare, or about its absence. */
    NOT_APPLICABLE,
    /** The check was not run, or could not show its clause here. */
    NOT_RUN,
    /** The provider does something else, and its author declared that. */
    DEVIATION;

    /**
     * Tell whether the check was carried out.
     *
     * @return {@code true} unless it was left out
     */
    public boolean executed() {
        return this != NOT_APPLICABLE && this != NOT_RUN;
    }
}
