package dev.cofferdam.mcp.transport;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** One request between its arrival and its answer; after the answer, or a cancel, nothing more is sent for it. */
final class Call {
    private final Object id;
    private final MessageWriter writer;
    private final Disposable.Swap work = Disposables.swap();
    private final OpenCalls calls;
    private boolean open = true;

    Call(Object id, MessageWriter writer, OpenCalls calls) {
        this.id = id;
        this.writer = writer;
        this.calls = calls;
    }

    Object id() {
        return id;
    }

    void workIs(Disposable subscription) {
        work.update(subscription);
    }

    synchronized void answer(Object message) {
        if (open) {
            close(() -> writer.write(message));
        }
    }

    synchronized void fail(int code, String message) {
        if (open) {
            close(() -> writer.error(id, code, message));
        }
    }

    synchronized void progress(Object token, double progress, String message) {
        if (open) {
            Map<String, Object> params = new LinkedHashMap<>();
            params.put("progressToken", token);
            params.put("progress", progress);
            params.put("message", message);
            Map<String, @Nullable Object> notification = new LinkedHashMap<>();
            notification.put("jsonrpc", "2.0");
            notification.put("method", "notifications/progress");
            notification.put("params", params);
            writer.write(notification);
        }
    }

    void cancel() {
        synchronized (this) {
            if (open) {
                close(() -> {});
            }
        }
        work.dispose();
    }

    synchronized boolean closed() {
        return !open;
    }

    private void close(Runnable lastWords) {
        open = false;
        calls.free(this);
        try {
            lastWords.run();
        } finally {
            calls.done();
        }
    }
}
