package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolContext;
import dev.cofferdam.mcp.tool.ToolHandler;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** Tools that show one behaviour of the transport each. */
final class DummyTools {
    final Semaphore gate = new Semaphore(0);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final CountDownLatch waiting = new CountDownLatch(1);

    ServerDescription description() {
        Schema.Property text = Schema.required("text", Schema.string("any text"));
        List<Tool> tools = List.of(
                tool("echo", Schema.object(text), (arguments, context) -> ToolResult.text(arguments.string("text"))),
                tool("wait", Schema.object(), (arguments, context) -> {
                    waiting.countDown();
                    try {
                        gate.acquire();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return ToolResult.text("waited");
                }),
                tool("print", Schema.object(), (arguments, context) -> {
                    System.out.println("a stray line");
                    return ToolResult.text("printed");
                }),
                tool("throw", Schema.object(), (arguments, context) -> {
                    throw new IllegalStateException("secret words");
                }),
                tool("overflow", Schema.object(), (arguments, context) -> {
                    throw new StackOverflowError("secret words");
                }),
                tool("report", Schema.object(Schema.required("count", Schema.integer(""))), (arguments, context) -> {
                    for (int i = 0; i < arguments.integer("count", 1); i++) {
                        context.progress(i, "step " + i);
                    }
                    return ToolResult.text("reported");
                }),
                tool(
                        "list",
                        Schema.object(Schema.required("items", Schema.array("", Schema.string("")))),
                        (arguments, context) -> ToolResult.text(
                                String.join("+", arguments.strings("items").orElseThrow()))),
                tool("sleep_process", Schema.object(text), DummyTools::sleepInProcess));
        return new ServerDescription("dummy", "Dummy", "1.0", "Use them.", tools, Map.of());
    }

    private static Tool tool(String name, Schema input, ToolHandler handler) {
        return new Tool(name, name, "Does " + name + ".", input.toMap(), null, ToolHints.ADDITIVE, Map.of(), handler);
    }

    /** Starts a process that would make a file after a while, and ends it when interrupted, like a command tool. */
    private static ToolResult sleepInProcess(Arguments arguments, ToolContext context)
            throws IOException, InterruptedException {
        Path started = Path.of(arguments.string("text") + ".started");
        Process process = new ProcessBuilder("sh", "-c", "sleep 3; : > '" + arguments.string("text") + "'").start();
        Files.createFile(started);
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            Files.delete(started);
            throw e;
        }
        return ToolResult.text("slept");
    }
}
