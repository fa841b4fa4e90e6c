package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.Schema;
import dev.cofferdam.mcp.tool.ToolResult;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.SandboxReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a client is told about a command. */
final class CommandReport {
    private final int outputBytes;
    private final boolean handle;

    /** A report of so much of each stream; with a handle the command's id is told although all is said. */
    CommandReport(int outputBytes, boolean handle) {
        this.outputBytes = outputBytes;
        this.handle = handle;
    }

    static Map<String, Object> schema() {
        return Schema.object(
                        Schema.required("status", Schema.string("").oneOf("exited", "running", "timed_out", "killed")),
                        Schema.optional("exitCode", Schema.integer("absent while it runs; 124 after a timeout")),
                        Schema.required("stdout", Schema.string("")),
                        Schema.required("stderr", Schema.string("")),
                        Schema.required("truncated", perStream(Schema.bool(""))),
                        Schema.required("totalBytes", perStream(Schema.integer(""))),
                        Schema.required("durationMs", Schema.integer("")),
                        Schema.optional("sandbox", sandboxSchema()),
                        Schema.optional("commandId", Schema.string("for command_output")),
                        Schema.optional("nextOffset", Schema.string("for command_output")))
                .toMap();
    }

    private static Schema sandboxSchema() {
        return Schema.object(
                Schema.required("sandboxed", Schema.bool("")),
                Schema.optional("unsandboxedReason", Schema.string("")),
                Schema.required("violations", Schema.array("what it was refused", Schema.string(""))));
    }

    private static Schema perStream(Schema schema) {
        return Schema.object(Schema.required("stdout", schema), Schema.required("stderr", schema));
    }

    /** The head and the tail of the output. */
    ToolResult summary(BookedCommand command) throws IOException {
        return report(command, headAndTail(command.stdout()), headAndTail(command.stderr()), null);
    }

    /** The output from a position on. */
    ToolResult since(BookedCommand command, Offset offset) throws IOException {
        Part stdout = from(command.stdout(), offset.stdout(), command.isRunning());
        Part stderr = from(command.stderr(), offset.stderr(), command.isRunning());
        Offset next = new Offset(stdout.end(), stderr.end());
        return report(command, stdout, stderr, next);
    }

    private ToolResult report(BookedCommand command, Part stdout, Part stderr, @Nullable Offset next) {
        Optional<CommandResult> result = command.result();
        Map<String, Object> facts = new LinkedHashMap<>();
        String status = status(command, result);
        facts.put("status", status);
        exitCode(command, result).ifPresent(code -> facts.put("exitCode", code));
        Optional<SandboxReport> sandbox = result.flatMap(CommandResult::sandbox);
        // What is still to come stands before the block.
        Part whole = next == null || !stderr.truncated() ? stderr.followedBy(sandbox) : stderr;
        facts.put("stdout", stdout.text());
        facts.put("stderr", whole.text());
        facts.put("truncated", pair(stdout.truncated(), stderr.truncated()));
        facts.put("totalBytes", pair(command.stdout().size(), command.stderr().size()));
        facts.put("durationMs", command.age().toMillis());
        sandbox.ifPresent(report -> facts.put("sandbox", facts(report)));
        if (next != null || handle || stdout.truncated() || stderr.truncated() || status.equals("running")) {
            facts.put("commandId", command.id());
            facts.put("nextOffset", (next == null ? new Offset(stdout.end(), stderr.end()) : next).toString());
        }
        return ToolResult.structured(text(facts, command, stdout, whole), facts);
    }

    private static Map<String, Object> facts(SandboxReport report) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("sandboxed", report.sandboxed());
        report.unsandboxedReason().ifPresent(reason -> facts.put("unsandboxedReason", reason));
        facts.put("violations", report.violations());
        return facts;
    }

    private static String text(Map<String, Object> facts, BookedCommand command, Part stdout, Part stderr) {
        StringBuilder text = new StringBuilder();
        text.append(facts.get("status"));
        if (facts.containsKey("exitCode")) {
            text.append(", exit code ").append(facts.get("exitCode"));
        }
        text.append(", ").append(facts.get("durationMs")).append(" ms");
        if (facts.containsKey("commandId")) {
            text.append(", commandId ").append(facts.get("commandId"));
            text.append(", nextOffset ").append(facts.get("nextOffset"));
        }
        command.result()
                .flatMap(CommandResult::sandbox)
                .flatMap(SandboxReport::unsandboxedReason)
                .ifPresent(reason ->
                        text.append(", OUTSIDE of the sandbox (").append(reason).append(')'));
        appendStream(text, "stdout", command.stdout().size(), stdout);
        appendStream(text, "stderr", command.stderr().size(), stderr);
        return text.toString();
    }

    private static void appendStream(StringBuilder text, String name, long size, Part part) {
        text.append('\n')
                .append(name)
                .append(" (")
                .append(size)
                .append(part.truncated() ? " bytes, cut):" : " bytes):");
        if (!part.text().isEmpty()) {
            text.append('\n').append(part.text());
        }
    }

    private static Map<String, Object> pair(Object stdout, Object stderr) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("stdout", stdout);
        pair.put("stderr", stderr);
        return pair;
    }

    private static String status(BookedCommand command, Optional<CommandResult> result) {
        if (command.isRunning()) {
            return "running";
        }
        if (command.wasStopped() || result.isEmpty()) {
            return "killed";
        }
        return result.get().timedOut() ? "timed_out" : "exited";
    }

    private static Optional<Integer> exitCode(BookedCommand command, Optional<CommandResult> result) {
        return command.isRunning() ? Optional.empty() : result.map(CommandResult::exitCode);
    }

    private Part headAndTail(OutputSpool spool) throws IOException {
        long size = spool.size();
        if (size <= outputBytes) {
            byte[] all = spool.read(0, outputBytes);
            return new Part(Utf8Part.decode(SandboxReport.neutralised(all)), false, size);
        }
        int half = outputBytes / 2;
        byte[] head = spool.read(0, half);
        int whole = Utf8Part.wholeLength(head, head.length);
        byte[] tail = spool.read(size - half, half);
        String text = text(head, whole) + "\n[… " + (size - half - whole) + " bytes left out …]\n"
                + Utf8Part.decode(SandboxReport.neutralised(tail));
        return new Part(text, true, whole);
    }

    private Part from(OutputSpool spool, long start, boolean running) throws IOException {
        long size = spool.size();
        long from = Math.min(start, size);
        byte[] bytes = spool.read(from, outputBytes);
        boolean more = from + bytes.length < size;
        int whole = more || running ? Utf8Part.wholeLength(bytes, bytes.length) : bytes.length;
        return new Part(text(bytes, whole), more, from + whole);
    }

    private static String text(byte[] bytes, int length) {
        return new String(SandboxReport.neutralised(Arrays.copyOf(bytes, length)), StandardCharsets.UTF_8);
    }

    private record Part(String text, boolean truncated, long end) {
        /** Return the same with what the sandbox refused at its end, on lines of its own. */
        Part followedBy(Optional<SandboxReport> report) {
            String block = report.map(SandboxReport::block).orElse("");
            String between = block.isEmpty() || text.isEmpty() || text.endsWith("\n") ? "" : "\n";
            return new Part(text + between + block, truncated, end);
        }
    }

    /**
     * A position in both streams.
     *
     * @param stdout bytes of standard output that come before it
     * @param stderr bytes of standard error that come before it
     */
    record Offset(long stdout, long stderr) {
        @Override
        public String toString() {
            return stdout + ":" + stderr;
        }
    }
}
