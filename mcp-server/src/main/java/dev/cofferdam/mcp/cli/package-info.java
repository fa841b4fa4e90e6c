/**
 * The command line: one class a subcommand, made only when it is asked for.
 */
@NullMarked
package dev.cofferdam.mcp.cli;

import org.jspecify.annotations.NullMarked;
