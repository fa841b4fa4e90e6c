package dev.cofferdam.mcp.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command with its subcommands. */
@Command(
        name = "cofferdam",
        description = "Sandboxed workspaces: files and commands behind one contract, whatever runs them.",
        mixinStandardHelpOptions = true,
        versionProvider = Cofferdam.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Cofferdam implements Callable<Integer> {
    /** The subcommands in the order that help shows them. */
    private static final List<String> SUBCOMMANDS = List.of("run", "mcp", "certify", "doctor");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    private Cofferdam() {}

    /**
     * Runs the command.
     *
     * @param streams the streams it reads and writes
     * @param args the words of the command line
     * @return the exit code
     */
    public static int run(StandardStreams streams, String... args) {
        CommandLine line = new CommandLine(new Cofferdam());
        String asked = args.length > 0 && SUBCOMMANDS.contains(args[0]) ? args[0] : "";
        for (String name : SUBCOMMANDS) {
            if (asked.isEmpty() || asked.equals(name)) {
                line.addSubcommand(name, subcommand(name, streams));
            }
        }
        line.setOut(writer(streams.out()));
        line.setErr(writer(streams.err()));
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUnmatchedOptionsArePositionalParams(false);
        line.setParameterExceptionHandler((mistake, words) -> {
            CommandLine command = mistake.getCommandLine();
            command.getErr().println("cofferdam: " + mistake.getMessage());
            command.usage(command.getErr());
            return command.getCommandSpec().exitCodeOnInvalidInput();
        });
        int code = line.execute(args);
        streams.out().flush();
        return code;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    /** Loads no class but the one that is asked for, so that {@code run} never waits for what {@code mcp} needs. */
    private static Object subcommand(String name, StandardStreams streams) {
        return switch (name) {
            case "run" -> new RunCommand(streams);
            case "mcp" -> new McpCommand(streams);
            case "certify" -> new CertifyCommand(streams);
            case "doctor" -> new DoctorCommand(streams);
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Name a command: " + String.join(", ", SUBCOMMANDS));
    }

    /** The version of the archive that this class is in. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"cofferdam " + ProductVersion.current()};
        }
    }
}
