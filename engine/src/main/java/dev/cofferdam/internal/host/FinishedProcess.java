package dev.cofferdam.internal.host;

import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** A program that could not be started; says so as a shell does (WS-EXEC-005). */
public final class FinishedProcess implements SandboxProcess {
    private final int exitCode;
    private final byte[] message;
    private final ProcessSink sink;
    private final boolean withInput;
    private boolean told;

    public FinishedProcess(String program, ProgramPath.Found found, ProcessSink sink, boolean withInput) {
        boolean missing = found == ProgramPath.Found.NOTHING;
        this.exitCode = missing ? 127 : 126;
        this.message = ("sh: 1: " + program + ": " + (missing ? "not found" : "Permission denied") + "\n")
                .getBytes(StandardCharsets.UTF_8);
        this.sink = sink;
        this.withInput = withInput;
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException {
        if (!told) {
            told = true;
            sink.stderr(message, message.length);
        }
        return OptionalInt.of(exitCode);
    }

    @Override
    public OutputStream stdin() {
        if (withInput) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "the command was given its input when it was started");
        }
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("the command has ended");
            }
        };
    }

    @Override
    public void signal(Signal signal) {
        // There is no process.
    }

    @Override
    public List<String> groupMembers() {
        return List.of();
    }

    @Override
    public void close() {
        // There is nothing to let go of.
    }
}
