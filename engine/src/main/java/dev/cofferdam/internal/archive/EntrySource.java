package dev.cofferdam.internal.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** Entries that are read twice: once to check them all, once to write them. */
interface EntrySource extends Closeable {
    /** Takes entries. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Take an entry.
         *
         * @param content the bytes of a file, read or not, not to be closed
         */
        void take(SourceEntry entry, InputStream content) throws IOException;
    }

    /** Give all entries to a visitor, in the same order each time. */
    void forEach(Visitor visitor) throws IOException;

    /** Tell whether it comes from elsewhere, so that nothing it says is trusted. */
    boolean isForeign();

    @Override
    default void close() throws IOException {
        // nothing is held
    }
}
