package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolException;
import java.util.List;
import java.util.Map;

/**
 * What the server says of itself, the same to every client and for the life of the process.
 *
 * @param name the name that clients show
 * @param title the name that a person reads
 * @param version the version of this program
 * @param instructions how a model should use the tools
 * @param tools the tools, in the order they are listed
 * @param withheld what a call of a tool that is not listed is answered with, by its name
 */
public record ServerDescription(
        String name,
        String title,
        String version,
        String instructions,
        List<Tool> tools,
        Map<String, ToolException> withheld) {
    /**
     * Copies the tools.
     *
     * @param name the name that clients show
     * @param title the name that a person reads
     * @param version the version of this program
     * @param instructions how a model should use the tools
     * @param tools the tools, in the order they are listed
     * @param withheld what a call of a tool that is not listed is answered with
     */
    public ServerDescription {
        tools = List.copyOf(tools);
        withheld = Map.copyOf(withheld);
    }
}
