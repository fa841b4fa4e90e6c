package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.ToolResult;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/** One tool at work on a thread of its own, which a cancel interrupts. */
final class ToolRun implements Runnable {
    private final Supplier<ToolResult> work;
    private final MonoSink<ToolResult> sink;
    private final Runnable onEnd;
    private @Nullable Thread runner;
    private boolean cancelled;

    ToolRun(Supplier<ToolResult> work, MonoSink<ToolResult> sink, Runnable onEnd) {
        this.work = work;
        this.sink = sink;
        this.onEnd = onEnd;
    }

    @Override
    public void run() {
        try {
            if (begin()) {
                ToolResult result = workToItsEnd();
                sink.success(result);
            }
        } finally {
            onEnd.run();
        }
    }

    private ToolResult workToItsEnd() {
        try {
            return work.get();
        } finally {
            end();
        }
    }

    private synchronized boolean begin() {
        if (!cancelled) {
            runner = Thread.currentThread();
        }
        return !cancelled;
    }

    /** From here on a late cancel cannot hit the thread's next task. */
    private synchronized void end() {
        runner = null;
        boolean wasInterrupted = Thread.interrupted();
        cancelled |= wasInterrupted;
    }

    synchronized void cancel() {
        cancelled = true;
        if (runner != null) {
            runner.interrupt();
        }
    }
}
