package dev.cofferdam.mcp.tool;

/** What a running call can say to its client. */
public interface ToolContext {
    /**
     * Tells whether the client asked for progress.
     *
     * @return false when {@link #progress} does nothing
     */
    boolean wantsProgress();

    /**
     * Reports that the call is still going on. Reports that come too fast after one another are dropped.
     *
     * @param progress a number that grows from report to report
     * @param message what is going on
     */
    void progress(double progress, String message);

    /**
     * Tells whether the client cancelled the call.
     *
     * @return true once nobody waits for the result any more
     */
    boolean cancelled();
}
