package dev.cofferdam.mcp.tool;

import java.util.Optional;

/** Turns whatever a tool threw into a code and a hint; what an exception says of itself stays in the log. */
public final class FailureWords {
    private FailureWords() {}

    /**
     * The words for a failure.
     *
     * @param failure what was thrown
     * @return the failure as a model may read it
     */
    public static ToolException of(Throwable failure) {
        if (failure instanceof ToolException known) {
            return known;
        }
        if (failure instanceof InterruptedException) {
            return ToolException.of("ABORTED", "the call was cancelled", "");
        }
        String kind = failure.getClass().getSimpleName();
        return ToolException.of(
                "IO",
                "the tool failed unexpectedly (" + kind + ")",
                "the same call once more; the server's log on stderr has the details");
    }

    /**
     * Tells failures that nobody foresaw.
     *
     * @param failure what was thrown
     * @return the failure when it belongs in the log
     */
    public static Optional<Throwable> unexpected(Throwable failure) {
        boolean foreseen = failure instanceof ToolException || failure instanceof InterruptedException;
        return foreseen ? Optional.empty() : Optional.of(failure);
    }
}
