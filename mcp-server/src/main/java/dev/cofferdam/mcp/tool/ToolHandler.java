package dev.cofferdam.mcp.tool;

/** The work behind a tool. */
@FunctionalInterface
public interface ToolHandler {
    /**
     * Does what the tool is for. The calling thread is interrupted when the client cancels the call.
     *
     * @param arguments the arguments, already checked against the tool's schema
     * @param context the call's own means to report progress
     * @return the result
     * @throws Exception when the call failed; it becomes an error result that holds no more than a code and a hint
     */
    ToolResult call(Arguments arguments, ToolContext context) throws Exception;
}
