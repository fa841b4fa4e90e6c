package dev.cofferdam.fakes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a {@link FakeProgram} works with.
 *
 * @param stdin its standard input
 * @param stdout its standard output
 * @param stderr its standard error
 * @param cwd its directory, on the file system of the machine
 * @param env its environment
 */
public record ProgramIo(
        InputStream stdin, OutputStream stdout, OutputStream stderr, Path cwd, Map<String, String> env) {
    /** Copy the map. */
    public ProgramIo {
        env = Map.copyOf(env);
    }

    /**
     * Print a line on standard output.
     *
     * @param text the line, without its end
     * @throws IOException when nobody reads it
     */
    public void println(String text) throws IOException {
        stdout.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
