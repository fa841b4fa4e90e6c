package dev.cofferdam.internal.tree;

/**
 * Watches over the opening of files: a FIFO that is swapped in after the look at the type blocks its opener, and only
 * somebody else can free it (WS-FILE-002).
 */
@FunctionalInterface
public interface OpenGuard {
    /** Watch over nothing. */
    OpenGuard NONE = (unblock, thread) -> () -> {};

    /**
     * Begin to watch; the returned handle ends it.
     *
     * @param unblock frees the opener when the name is a FIFO by now, and tells whether it was one
     * @param thread the opener
     */
    Pending opening(Unblock unblock, Thread thread);

    /** An opening under way. */
    @FunctionalInterface
    interface Pending extends AutoCloseable {
        @Override
        void close();
    }

    /** Frees an opener that is blocked on a FIFO. */
    @FunctionalInterface
    interface Unblock {
        /** Open and close the other end when the name is a FIFO, and tell whether it was one. */
        boolean release();
    }
}
