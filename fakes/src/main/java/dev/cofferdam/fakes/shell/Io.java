package dev.cofferdam.fakes.shell;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What a {@link Program} works with.
 *
 * @param stdin standard input
 * @param stdout standard output
 * @param stderr standard error
 * @param cwd the working directory, on the file system of the machine
 * @param env the environment
 * @param cancelled tells whether the process was killed; its thread is interrupted then as well
 */
public record Io(
        InputStream stdin,
        OutputStream stdout,
        OutputStream stderr,
        Path cwd,
        Map<String, String> env,
        BooleanSupplier cancelled) {}
