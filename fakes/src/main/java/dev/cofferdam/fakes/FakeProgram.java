package dev.cofferdam.fakes;

import java.io.IOException;
import java.util.List;

/** A program that a test adds to machines in memory. */
@FunctionalInterface
public interface FakeProgram {
    /**
     * Run the program.
     *
     * @param arguments its arguments, without its name
     * @param io its streams, environment and directory
     * @return the exit code, of which the lowest eight bits count
     * @throws IOException when reading or writing fails; the program then ends with 1
     * @throws InterruptedException when it is killed
     */
    int run(List<String> arguments, ProgramIo io) throws IOException, InterruptedException;
}
