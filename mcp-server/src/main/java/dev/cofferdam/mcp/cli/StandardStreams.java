package dev.cofferdam.mcp.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The process's own streams. Whoever holds this is the only writer to standard output: {@code System.out} writes to
 * standard error from the first moment on, so that a stray line of a library never lands in a reply.
 *
 * @param in standard input
 * @param out standard output, in UTF-8; flush it
 * @param err standard error, in UTF-8
 */
public record StandardStreams(InputStream in, PrintStream out, PrintStream err) {
    /**
     * Takes the streams of this process.
     *
     * @return the streams
     */
    public static StandardStreams takeOver() {
        System.setOut(System.err);
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        return new StandardStreams(new FileInputStream(FileDescriptor.in), out, err);
    }
}
