package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.ToolException;

/** Paths as tools take them: relative to the workspace's root, or absolute within it. */
final class PathArgument {
    private PathArgument() {}

    static Schema schema(String what) {
        return Schema.string(what + ", relative to the workspace root (absolute is fine inside it)");
    }

    static String of(Arguments arguments, String name) {
        return checked(name, arguments.string(name));
    }

    static String of(Arguments arguments, String name, String otherwise) {
        return checked(name, arguments.string(name, otherwise));
    }

    /** No shell reads these paths, so a model that means the home directory would get a directory named {@code ~}. */
    private static String checked(String name, String path) {
        if (path.equals("~") || path.startsWith("~/")) {
            throw ToolException.invalid(
                            "`" + name + "` begins with `~`, which is not expanded",
                            "a path relative to the workspace root, or `./" + path + "` for a file of that name")
                    .about(path);
        }
        return path;
    }
}
