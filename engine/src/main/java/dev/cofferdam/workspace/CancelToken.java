package dev.cofferdam.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A switch that cancels the commands it was given to, with a reason (WS-EXEC-007).
 *
 * <p>Safe for use by several threads. A token is cancelled once and stays cancelled.
 */
public final class CancelToken {
    private final Object lock = new Object();
    private final List<Runnable> actions = new ArrayList<>();
    private @Nullable String reason;

    private CancelToken() {}

    /**
     * Create a token that is not cancelled.
     *
     * @return the token
     */
    public static CancelToken create() {
        return new CancelToken();
    }

    /**
     * Cancel everything that this token was given to; has no effect the second time.
     *
     * @param why the reason, which the {@link ErrorCode#ABORTED} exception gives
     */
    public void cancel(String why) {
        List<Runnable> toRun;
        synchronized (lock) {
            if (reason != null) {
                return;
            }
            reason = Objects.requireNonNull(why, "why");
            toRun = List.copyOf(actions);
            actions.clear();
        }
        toRun.forEach(Runnable::run);
    }

    /**
     * Return the reason for which this token was cancelled.
     *
     * @return the reason, empty while it is not cancelled
     */
    public Optional<String> reason() {
        synchronized (lock) {
            return Optional.ofNullable(reason);
        }
    }

    /**
     * Tell whether this token was cancelled.
     *
     * @return {@code true} once {@link #cancel(String)} was called
     */
    public boolean isCancelled() {
        return reason().isPresent();
    }

    /**
     * Run an action when this token is cancelled, at once when it is already.
     *
     * @param action what to run, on the thread that cancels; it must be quick and must not throw
     * @return a handle that takes the action back when closed
     */
    public Registration onCancel(Runnable action) {
        synchronized (lock) {
            if (reason == null) {
                actions.add(action);
                return () -> {
                    synchronized (lock) {
                        actions.remove(action);
                    }
                };
            }
        }
        action.run();
        return () -> {};
    }

    /** An action that waits for the cancellation. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        /** Take the action back; has no effect once it ran. */
        @Override
        void close();
    }
}
