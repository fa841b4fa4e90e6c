/** The MCP server and the command. */
@NullMarked
package dev.cofferdam.mcp;

import org.jspecify.annotations.NullMarked;
