/**
 * What a tool of the server is: its declaration, its arguments and its result, free of any protocol library.
 */
@NullMarked
package dev.cofferdam.mcp.tool;

import org.jspecify.annotations.NullMarked;
