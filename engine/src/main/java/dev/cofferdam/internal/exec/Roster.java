package dev.cofferdam.internal.exec;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The commands of a workspace: those that run, and those that left processes which are kept. */
final class Roster {
    private final Map<Execution, Thread> running = new HashMap<>();
    private final Set<Execution> kept = new HashSet<>();
    private int entered;
    private boolean closed;

    /** Make room for one more command. */
    synchronized void enter(int most) {
        requireOpen();
        if (entered >= most) {
            throw WorkspaceException.of(
                    ErrorCode.BUSY,
                    entered + " commands run already, as many as this provider runs at once; try again when one ended");
        }
        entered++;
    }

    private void requireOpen() {
        if (closed) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the workspace was closed");
        }
    }

    /** Give up the room of a command that was not started. */
    synchronized void leave() {
        entered--;
        notifyAll();
    }

    synchronized void add(Execution execution) {
        running.put(execution, Thread.currentThread());
        if (closed) {
            execution.abort("the workspace was closed");
        }
    }

    synchronized void completedBy(Execution execution, Thread thread) {
        running.replace(execution, thread);
    }

    synchronized void ended(Execution execution) {
        running.remove(execution);
        if (execution.isKept()) {
            dropGone();
            kept.add(execution);
        }
        entered--;
        notifyAll();
    }

    /** Forget those whose processes ended by themselves. */
    private void dropGone() {
        for (Iterator<Execution> all = kept.iterator(); all.hasNext(); ) {
            try {
                if (all.next().isGone()) {
                    all.remove();
                }
            } catch (IOException e) {
                // It cannot be told: keep it.
            }
        }
    }

    /** Abort all that runs, wait for its end, and return what is kept. */
    List<Execution> close() throws IOException {
        return Uninterrupted.run(() -> {
            synchronized (this) {
                closed = true;
                running.keySet().forEach(execution -> execution.abort("the workspace was closed"));
                // One that closes the workspace from within its own command cannot wait for itself.
                int own = (int) running.values().stream()
                        .filter(thread -> thread == Thread.currentThread())
                        .count();
                while (entered > own) {
                    wait();
                }
                List<Execution> left = new ArrayList<>(kept);
                kept.clear();
                return left;
            }
        });
    }
}
