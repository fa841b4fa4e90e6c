package dev.cofferdam.internal.host;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What is to be undone when something that has several steps fails half-way. */
public final class Cleanup {
    private final Deque<Step> steps = new ArrayDeque<>();

    /** A step. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException, InterruptedException;
    }

    public void add(Step step) {
        steps.push(step);
    }

    /** Undo nothing: all went well. */
    public void forget() {
        steps.clear();
    }

    /** Undo, the last step first; an interrupt is put off. */
    public void run() throws IOException {
        boolean interrupted = !steps.isEmpty() && Thread.interrupted();
        IOException first = null;
        while (!steps.isEmpty()) {
            Step step = steps.peek();
            try {
                step.run();
                steps.pop();
            } catch (InterruptedException e) {
                // Once more, now that the flag is cleared.
                interrupted = true;
            } catch (IOException e) {
                steps.pop();
                first = e;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (first != null) {
            throw first;
        }
    }
}
