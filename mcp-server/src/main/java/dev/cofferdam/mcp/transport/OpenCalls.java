package dev.cofferdam.mcp.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that were not answered yet. */
final class OpenCalls {
    private final Map<Object, Call> calls = new LinkedHashMap<>();
    private int unsent;
    private boolean abandoned;

    /** Registers a call, unless another one with its id is open. */
    synchronized boolean add(Call call) {
        boolean added = calls.putIfAbsent(call.id(), call) == null;
        unsent += added ? 1 : 0;
        return added;
    }

    /** Frees the id of a call whose answer is about to be sent: a client may use it again once it has the answer. */
    synchronized void free(Call call) {
        calls.remove(call.id(), call);
    }

    /** Says that nothing will be sent any more for a call. */
    synchronized void done() {
        unsent--;
        notifyAll();
    }

    synchronized @Nullable Call find(Object id) {
        return calls.get(id);
    }

    void cancel(Object id) {
        Call call = find(id);
        if (call != null) {
            call.cancel();
        }
    }

    void cancelAll() {
        List<Call> all;
        synchronized (this) {
            all = List.copyOf(calls.values());
        }
        all.forEach(call -> cancel(call.id()));
    }

    /** Waits until no call is open or nobody waits for the answers any more, but no longer than that. */
    synchronized void awaitNone(Duration limit) throws InterruptedException {
        Waiting.on(this, limit, () -> abandoned || unsent == 0);
    }

    /** Says that nobody waits for answers any more. */
    synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }
}
