package dev.cofferdam.mcp.transport;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads that tools run on: as many as there are calls, since Reactor's own pool is so small that twenty blocking
 * commands would starve every other tool.
 */
final class WorkerThreads {
    private WorkerThreads() {}

    /** Virtual threads where the Java runtime has them, else a pool that grows. */
    static ExecutorService create() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "mcp-tool");
                thread.setDaemon(true);
                return thread;
            });
        }
    }
}
