package dev.cofferdam.workspace;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;

/** Where a command's input comes from (WS-EXEC-003). */
public sealed interface Stdin {

    /**
     * Return no input: the command reads end-of-file at once.
     *
     * @return the absence of input
     */
    static Stdin none() {
        return None.NONE;
    }

    /**
     * Return bytes as input.
     *
     * @param bytes the whole input; not copied, so the caller must leave it alone
     * @return the input
     */
    static Stdin of(byte[] bytes) {
        return new Bytes(bytes);
    }

    /**
     * Return text as input, in UTF-8.
     *
     * @param text the whole input
     * @return the input
     * @throws WorkspaceException {@link ErrorCode#ENCODING} when the text holds an unpaired surrogate
     */
    static Stdin of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            throw WorkspaceException.of(
                    ErrorCode.ENCODING, "the input holds an unpaired surrogate and cannot be encoded in UTF-8");
        }
        return new Bytes(bytes);
    }

    /**
     * Return a stream as input, read while the command runs and closed at its end.
     *
     * @param source opens the stream, called once
     * @return the input
     */
    static Stdin from(Supplier<InputStream> source) {
        return new Stream(source);
    }

    /** No input. */
    enum None implements Stdin {
        /** The one value. */
        NONE
    }

    /**
     * Input from memory.
     *
     * @param bytes the whole input
     */
    @SuppressWarnings("ArrayRecordComponent") // an input of up to megabytes is not worth a copy
    record Bytes(byte[] bytes) implements Stdin {
        /** Check the component. */
        public Bytes {
            Objects.requireNonNull(bytes, "bytes");
        }

        /**
         * Open the input.
         *
         * @return a new stream over the bytes
         */
        public InputStream open() {
            return new ByteArrayInputStream(bytes);
        }
    }

    /**
     * Input from a stream.
     *
     * @param source opens the stream, called once
     */
    record Stream(Supplier<InputStream> source) implements Stdin {
        /** Check the component. */
        public Stream {
            Objects.requireNonNull(source, "source");
        }
    }
}
