package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.ArgumentCheck;
import dev.cofferdam.mcp.tool.FailureWords;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolException;
import dev.cofferdam.mcp.tool.ToolResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Finds a tool, checks what it is called with, runs it and turns whatever it throws into a result. */
final class ToolDispatch {
    private static final Logger LOG = LoggerFactory.getLogger(ToolDispatch.class);

    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<String, ToolException> withheld;
    private final ArgumentCheck arguments;
    private final Executor executor;
    private final Duration progressInterval;
    private int running;

    ToolDispatch(ServerDescription description, ArgumentCheck arguments, Executor executor, Duration progressInterval) {
        description.tools().forEach(tool -> tools.put(tool.name(), tool));
        this.withheld = description.withheld();
        this.arguments = arguments;
        this.executor = executor;
        this.progressInterval = progressInterval;
    }

    List<Tool> tools() {
        return List.copyOf(tools.values());
    }

    /** The parameters of a {@code tools/call}, or an error when they name no tool of ours. */
    private Requested request(@Nullable Object params) {
        if (!(params instanceof Map<?, ?> map) || !(map.get("name") instanceof String name)) {
            throw new BadCallException("tools/call needs a text `name`. " + toolNames());
        }
        Tool tool = tools.get(name);
        if (tool == null && withheld.containsKey(name)) {
            throw Objects.requireNonNull(withheld.get(name));
        }
        if (tool == null) {
            throw new BadCallException("Unknown tool: " + name + ". " + toolNames());
        }
        Object token = map.get("_meta") instanceof Map<?, ?> meta ? meta.get("progressToken") : null;
        return new Requested(tool, map.get("arguments"), token);
    }

    /** Runs a tool on a thread of its own once the result is subscribed to; disposing of it cancels the tool. */
    Mono<ToolResult> run(@Nullable Object params, Call call) {
        Requested requested;
        try {
            requested = request(params);
        } catch (ToolException e) {
            return Mono.just(ToolResult.failed(e));
        }
        return Mono.create(sink -> {
            ToolRun run = new ToolRun(() -> outcome(requested, call), sink, this::ended);
            synchronized (this) {
                running++;
            }
            sink.onDispose(run::cancel);
            executor.execute(run);
        });
    }

    /** Waits until every tool has ended what it started. */
    synchronized boolean awaitIdle(Duration limit) throws InterruptedException {
        return Waiting.on(this, limit, () -> running == 0);
    }

    private synchronized void ended() {
        running--;
        notifyAll();
    }

    private ToolResult outcome(Requested requested, Call call) {
        Tool tool = requested.tool();
        CallProgress progress = new CallProgress(call, requested.progressToken(), progressInterval);
        try {
            return tool.handler().call(arguments.check(tool, requested.arguments()), progress);
        } catch (Throwable e) { // a tool must not take the server with it, not even by an Error
            if (!call.closed()) {
                FailureWords.unexpected(e).ifPresent(trace -> LOG.error("{} failed unexpectedly", tool.name(), trace));
            }
            return ToolResult.failed(FailureWords.of(e));
        }
    }

    private String toolNames() {
        return "Tools: " + String.join(", ", tools.keySet());
    }

    /**
     * What a client asked for.
     *
     * @param tool the tool
     * @param arguments the arguments as they were sent
     * @param progressToken how the client wants to hear of progress, or null when it does not
     */
    record Requested(
            Tool tool, @Nullable Object arguments, @Nullable Object progressToken) {}
}
