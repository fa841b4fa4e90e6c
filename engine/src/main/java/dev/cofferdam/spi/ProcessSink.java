package dev.cofferdam.spi;

import java.io.IOException;

/**
 * Takes what a process prints. The driver calls it with one chunk of a stream at a time, in order; chunks of the two
 * streams may come from two threads.
 */
public interface ProcessSink {
    /**
     * Take a part of standard output.
     *
     * @param buffer holds the bytes; the driver may reuse it afterwards
     * @param length how many bytes from the start of the buffer, at least 1
     * @throws IOException when the output cannot be taken; the driver stops delivering
     */
    void stdout(byte[] buffer, int length) throws IOException;

    /**
     * Take a part of standard error.
     *
     * @param buffer holds the bytes; the driver may reuse it afterwards
     * @param length how many bytes from the start of the buffer, at least 1
     * @throws IOException when the output cannot be taken; the driver stops delivering
     */
    void stderr(byte[] buffer, int length) throws IOException;
}
