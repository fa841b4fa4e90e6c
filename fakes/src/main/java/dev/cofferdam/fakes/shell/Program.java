package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.List;

/** A program that a test adds to a machine. */
@FunctionalInterface
public interface Program {

    /**
     * Runs the program.
     *
     * @param args the arguments, without the program's own name
     * @param io the streams, environment and files of the program
     * @return the exit code; only its lowest eight bits count
     * @throws IOException when reading or writing fails; the program then ends with 1
     * @throws InterruptedException when the process was killed meanwhile
     */
    int run(List<String> args, Io io) throws IOException, InterruptedException;
}
