package dev.cofferdam.mcp.tool;

/**
 * What a host may assume about a tool before it asks its user for permission.
 *
 * @param readOnly the tool changes nothing
 * @param destructive the tool may overwrite or remove something
 * @param idempotent calling it again with the same arguments changes nothing more
 * @param openWorld the tool may reach things outside the workspace
 */
public record ToolHints(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    /** A tool that only looks. */
    public static final ToolHints READ_ONLY = new ToolHints(true, false, true, false);

    /** A tool that adds something and removes nothing. */
    public static final ToolHints ADDITIVE = new ToolHints(false, false, false, false);

    /** A tool that adds something, and nothing more when it is called again. */
    public static final ToolHints ADDITIVE_IDEMPOTENT = new ToolHints(false, false, true, false);

    /** A tool that may overwrite or remove files of the workspace. */
    public static final ToolHints DESTRUCTIVE = new ToolHints(false, true, false, false);

    /** A tool that does whatever a command does. */
    public static final ToolHints OPEN = new ToolHints(false, true, false, true);
}
