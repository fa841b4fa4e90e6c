package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commands that tools started: the running ones, and for a while the ended ones. */
public final class CommandBook implements AutoCloseable {
    private static final int MOST_ENDED = 200;

    private final ToolLimits limits;
    private final Machine machine;
    private final Map<String, BookedCommand> commands = new LinkedHashMap<>();
    private @Nullable Path spoolDirectory;
    private int starting;

    /**
     * An empty book.
     *
     * @param limits how many commands may run, and how long ended ones are kept
     * @param machine the clock and the dice
     */
    public CommandBook(ToolLimits limits, Machine machine) {
        this.limits = limits;
        this.machine = machine;
    }

    /** Books a command; starting it is up to the caller, who must call {@link #started} in any case. */
    synchronized BookedCommand book(String line) throws IOException {
        sweep();
        List<BookedCommand> running = running();
        if (running.size() + starting >= limits.runningCommands()) {
            String which = running.stream().map(BookedCommand::id).collect(Collectors.joining(", "));
            throw ToolException.of(
                            "BUSY",
                            running.size() + " commands run already, which is the limit: " + which,
                            "command_output with stop=true for one that is not needed any more")
                    .retryable(true);
        }
        if (spoolDirectory == null) {
            spoolDirectory = Files.createTempDirectory(machine.temporaryDirectory(), "cofferdam-output-"); // 0700
        }
        String id = "cmd_" + machine.unguessable();
        OutputSpool stdout = new OutputSpool(spoolDirectory.resolve(id + ".out"));
        BookedCommand command =
                new BookedCommand(id, line, stdout, new OutputSpool(spoolDirectory.resolve(id + ".err")), machine);
        starting++;
        return command;
    }

    /** Says how the start of a booked command went. */
    synchronized void started(BookedCommand command, boolean succeeded) throws IOException {
        starting--;
        if (succeeded) {
            commands.put(command.id(), command);
        } else {
            command.close();
        }
    }

    synchronized BookedCommand find(String id) throws IOException {
        sweep();
        BookedCommand command = commands.get(id);
        if (command == null) {
            String known = running().stream().map(BookedCommand::id).collect(Collectors.joining(", "));
            throw ToolException.of(
                    "NOT_FOUND",
                    "no command has the id " + printable(id) + (known.isEmpty() ? "" : "; running: " + known),
                    "run_command again; the output of an ended command is kept for "
                            + limits.retention().toMinutes() + " minutes");
        }
        return command;
    }

    synchronized List<BookedCommand> running() {
        return commands.values().stream().filter(BookedCommand::isRunning).toList();
    }

    private void sweep() throws IOException {
        List<BookedCommand> ended = new ArrayList<>(commands.values().stream()
                .filter(command -> !command.isRunning())
                .toList());
        int surplus = ended.size() - MOST_ENDED;
        for (BookedCommand command : ended) {
            if (surplus-- > 0 || command.sinceEnd().compareTo(limits.retention()) > 0) {
                commands.remove(command.id());
                command.close();
            }
        }
    }

    private static String printable(String id) {
        return id.matches("[A-Za-z0-9_-]{1,64}") ? id : "that was given";
    }

    /** Ends what still runs and removes all output. */
    @Override
    public void close() throws IOException {
        List<BookedCommand> all;
        Path directory;
        synchronized (this) {
            all = List.copyOf(commands.values());
            commands.clear();
            directory = spoolDirectory;
        }
        for (BookedCommand command : all) {
            command.close();
        }
        if (directory != null) {
            Files.deleteIfExists(directory);
        }
    }
}
