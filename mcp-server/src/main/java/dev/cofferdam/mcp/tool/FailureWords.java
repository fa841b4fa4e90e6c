package dev.cofferdam.mcp.tool;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Objects;
import java.util.Optional;

/** Turns whatever a tool threw into a code and a hint; what an exception says of itself stays in the log. */
public final class FailureWords {
    private FailureWords() {}

    /**
     * The words for a failure.
     *
     * @param failure what was thrown
     * @return the failure as a model may read it
     */
    public static ToolException of(Throwable failure) {
        if (failure instanceof ToolException known) {
            return known;
        }
        if (failure instanceof WorkspaceException workspace) {
            return ToolException.of(
                            workspace.code().name(),
                            Objects.requireNonNullElse(workspace.getMessage(), "it failed"),
                            hint(workspace.code()))
                    .about(workspace.path().orElse(null))
                    .retryable(workspace.retryable())
                    .causedBy(workspace);
        }
        if (failure instanceof InterruptedException) {
            return ToolException.of("ABORTED", "the call was cancelled", "");
        }
        String kind = failure.getClass().getSimpleName();
        return ToolException.of(
                "IO",
                "the tool failed unexpectedly (" + kind + ")",
                "the same call once more; the server's log on stderr has the details");
    }

    /**
     * Tells failures that nobody foresaw.
     *
     * @param failure what was thrown
     * @return the failure when it belongs in the log
     */
    public static Optional<Throwable> unexpected(Throwable failure) {
        boolean foreseen = failure instanceof ToolException
                || failure instanceof WorkspaceException
                || failure instanceof InterruptedException;
        return foreseen ? Optional.empty() : Optional.of(failure);
    }

    /** What a model can do about it with the tools that it has. */
    private static String hint(ErrorCode code) {
        return switch (code) {
            case OUTSIDE_ROOT -> "a path inside the workspace, relative to its root";
            case INVALID_PATH, INVALID_ARGUMENT -> "the call again with that corrected";
            case NOT_FOUND -> "list_files on the directory to see what is there";
            case EXISTS -> "another path, or the tool's overwrite";
            case NOT_EMPTY -> "recursive=true, or an empty directory";
            case IS_DIRECTORY -> "list_files for its contents, or the path of a file in it";
            case NOT_A_DIRECTORY -> "the path of a directory";
            case NOT_A_FILE -> "file_info to see what it is";
            case ACCESS_DENIED -> "another path, or a command that changes the permissions";
            case TOO_LARGE -> "a smaller part, or a command such as head, tail or split";
            case ENCODING -> "text that the encoding can store, or the encoding that the file has";
            case CONFLICT -> "read_file again and repeat the call with the new sha256";
            case BUSY -> "command_output with stop=true, or the call again once the commands ended";
            case TIMED_OUT -> "the call again with less to do";
            case UNSUPPORTED -> "workspace_info to see what this provider can do";
            case UNAVAILABLE, SANDBOX_UNAVAILABLE -> "`cofferdam doctor` on the host, which says how to mend it";
            case GONE, CLOSED -> "a restart of this server";
            case IO -> "workspace_info, and the call again";
            case ABORTED -> "";
        };
    }
}
