package dev.cofferdam.fakes;

import java.util.List;
import java.util.Set;

/**
 * A command that was run in memory.
 *
 * @param argv the program and its arguments
 * @param cwd the absolute path of the directory in the machine
 * @param environmentNames the names of the variables that were given with it, without their values
 */
public record RecordedCommand(List<String> argv, String cwd, Set<String> environmentNames) {
    /** Copy the collections. */
    public RecordedCommand {
        argv = List.copyOf(argv);
        environmentNames = Set.copyOf(environmentNames);
    }
}
