package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.ToolContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The progress of one call: sent when asked for, thinned out, and never after the answer. */
final class CallProgress implements ToolContext {
    private final Call call;
    private final @Nullable Object token;
    private final long interval;
    private long last;
    private double highest = Double.NEGATIVE_INFINITY;

    CallProgress(Call call, @Nullable Object token, Duration interval) {
        this.call = call;
        this.token = token;
        this.interval = interval.toNanos();
        this.last = System.nanoTime() - this.interval;
    }

    @Override
    public boolean wantsProgress() {
        return token != null;
    }

    @Override
    public synchronized void progress(double progress, String message) {
        long now = System.nanoTime();
        if (token == null || now - last < interval || progress <= highest) {
            return;
        }
        last = now;
        highest = progress;
        call.progress(token, progress, message);
    }

    @Override
    public boolean cancelled() {
        return call.closed();
    }
}
