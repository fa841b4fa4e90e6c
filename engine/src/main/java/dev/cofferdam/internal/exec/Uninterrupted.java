package dev.cofferdam.internal.exec;

import java.io.IOException;

/** Does what has to be done whether the thread is interrupted or not, and hands the interrupt on afterwards. */
final class Uninterrupted {
    private Uninterrupted() {}

    /** What has to be done; done again from its beginning when it is interrupted. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    static <T> T run(Work<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return work.run();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
