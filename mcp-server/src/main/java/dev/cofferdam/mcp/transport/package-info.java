/**
 * The server's own stdio transport, for clients of both protocol eras, on the MCP SDK: the SDK's types stay in this
 * package.
 */
@NullMarked
package dev.cofferdam.mcp.transport;

import org.jspecify.annotations.NullMarked;
