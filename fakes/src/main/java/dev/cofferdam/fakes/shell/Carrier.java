package dev.cofferdam.fakes.shell;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A thread and the processes stacked on it; only the topmost one executes. Guarded by the process table. */
final class Carrier {

    private final Deque<Task> stack = new ArrayDeque<>(4);
    private @Nullable Thread thread;
    private boolean waiting;

    void thread(Thread value) {
        thread = value;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    void push(Task task) {
        stack.push(task);
    }

    void pop() {
        stack.pop();
    }

    boolean executes(Task task) {
        return stack.peek() == task;
    }

    void waiting(boolean value) {
        waiting = value;
    }

    /** Wakes the thread, but only out of a wait: an interrupt anywhere else would close channels of files. */
    void wake() {
        Thread sleeper = thread;
        if (waiting && sleeper != null) {
            sleeper.interrupt();
        }
    }
}
