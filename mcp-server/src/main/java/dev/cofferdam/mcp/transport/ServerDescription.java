package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.Tool;
import java.util.List;

/**
 * What the server says of itself, the same to every client and for the life of the process.
 *
 * @param name the name that clients show
 * @param title the name that a person reads
 * @param version the version of this program
 * @param instructions how a model should use the tools
 * @param tools the tools, in the order they are listed
 */
public record ServerDescription(String name, String title, String version, String instructions, List<Tool> tools) {
    /**
     * Copies the tools.
     *
     * @param name the name that clients show
     * @param title the name that a person reads
     * @param version the version of this program
     * @param instructions how a model should use the tools
     * @param tools the tools, in the order they are listed
     */
    public ServerDescription {
        tools = List.copyOf(tools);
    }
}
