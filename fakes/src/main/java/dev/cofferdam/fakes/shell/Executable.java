package dev.cofferdam.fakes.shell;

import java.nio.file.Path;

/** Something that can run as a process. */
sealed interface Executable {

    /** A program of the machine. */
    record Own(Tool tool) implements Executable {}

    /** A program that a test added. */
    record Added(Program program) implements Executable {}

    /** A file: a script, spelled as it was found. */
    record File(Path path, String spelling) implements Executable {}
}
