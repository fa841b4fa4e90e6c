package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Arguments;
import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolException;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads on in the output of a command, waits for its end, or stops it. */
final class CommandOutput {
    private static final int MOST_WAIT_MS = 45_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Pattern OFFSET = Pattern.compile("(\\d{1,15}):(\\d{1,15})");

    private final ToolLimits limits;
    private final CommandBook book;

    CommandOutput(ToolLimits limits, CommandBook book) {
        this.limits = limits;
        this.book = book;
    }

    Tool tool() {
        return new Tool(
                "command_output",
                "Command output",
                "Read the output of a command that run_command started: without offset its head "
                        + "and tail, with the nextOffset of the call before what came since, up to "
                        + (limits.outputBytes() >> 10)
                        + " KiB of each stream. wait_ms waits for the end of the command, or with offset "
                        + "for new output. stop ends the command with all it started. An ended command can "
                        + "be read for " + limits.retention().toMinutes() + " minutes.",
                Schema.object(
                                Schema.required("command_id", Schema.string("commandId of run_command")),
                                Schema.optional(
                                        "offset", Schema.string("nextOffset of the call before; 0:0 is the start")),
                                Schema.optional(
                                        "wait_ms",
                                        Schema.integer("How long to wait")
                                                .between(0, MOST_WAIT_MS)
                                                .defaultsTo(0)),
                                Schema.optional(
                                        "stop", Schema.bool("End the command").defaultsTo(false)))
                        .toMap(),
                CommandReport.schema(),
                ToolHints.OPEN,
                Toolbox.largeResult(200_000),
                (arguments, context) -> output(arguments));
    }

    private ToolResult output(Arguments arguments) throws IOException, InterruptedException {
        BookedCommand command = book.find(arguments.string("command_id"));
        Optional<CommandReport.Offset> offset =
                arguments.optionalString("offset").map(CommandOutput::offset);
        if (arguments.bool("stop", false)) {
            command.stop("stopped by command_output");
        }
        await(command, offset, Duration.ofMillis(arguments.integer("wait_ms", 0)));
        CommandReport report = new CommandReport(limits.outputBytes(), true);
        return offset.isPresent() ? report.since(command, offset.get()) : report.summary(command);
    }

    private static void await(BookedCommand command, Optional<CommandReport.Offset> offset, Duration atMost)
            throws InterruptedException {
        if (offset.isEmpty()) {
            command.awaitEnd(atMost);
            return;
        }
        for (Duration left = atMost; !left.isZero(); ) {
            boolean news = command.stdout().size() > offset.get().stdout()
                    || command.stderr().size() > offset.get().stderr();
            Duration slice = left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY;
            if (news || command.awaitEnd(slice)) {
                return;
            }
            left = left.minus(slice);
        }
    }

    private static CommandReport.Offset offset(String text) {
        Matcher matcher = OFFSET.matcher(text);
        if (!matcher.matches()) {
            throw ToolException.invalid(
                    "`offset` is not of the form of a nextOffset", "the nextOffset of the call before, or no offset");
        }
        return new CommandReport.Offset(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }
}
