/**
 * The {@code cofferdam} command, whose subcommand {@code mcp} is the MCP server. Nothing here is API; start at
 * {@link dev.cofferdam.mcp.Main}.
 */
@NullMarked
package dev.cofferdam.mcp;

import org.jspecify.annotations.NullMarked;
