package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.tree.NotRegularException;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Turns what the file system throws into what the contract names; no host path gets into a message (WS-ERR-002). */
public final class Failures {
    private Failures() {}

    /** Translate a failure about a workspace path. */
    public static WorkspaceException translate(IOException e, String path) {
        return WorkspaceException.at(code(e), path, message(e)).causedBy(e);
    }

    /** Translate a failure that is not about a path of the user. */
    public static WorkspaceException translate(IOException e) {
        return WorkspaceException.of(code(e), message(e)).causedBy(e);
    }

    private static ErrorCode code(IOException e) {
        if (e instanceof NoSuchFileException) {
            return ErrorCode.NOT_FOUND;
        }
        if (e instanceof FileAlreadyExistsException) {
            return ErrorCode.EXISTS;
        }
        if (e instanceof DirectoryNotEmptyException) {
            return ErrorCode.NOT_EMPTY;
        }
        if (e instanceof NotDirectoryException) {
            return ErrorCode.NOT_A_DIRECTORY;
        }
        if (e instanceof AccessDeniedException) {
            return ErrorCode.ACCESS_DENIED;
        }
        if (e instanceof NotRegularException) {
            return ErrorCode.NOT_A_FILE;
        }
        if (e instanceof ClosedByInterruptException || e instanceof InterruptedIOException) {
            return ErrorCode.ABORTED;
        }
        return ErrorCode.IO;
    }

    private static String message(IOException e) {
        return switch (code(e)) {
            case NOT_FOUND -> "does not exist";
            case EXISTS -> "exists already";
            case NOT_EMPTY -> "is a directory that is not empty";
            case NOT_A_DIRECTORY -> "is not a directory, or lies below something that is not";
            case ACCESS_DENIED -> "the system refused the access; check the permissions";
            case NOT_A_FILE -> "is a FIFO, a socket or a device, not a regular file";
            case ABORTED -> "the operation was interrupted";
            default -> "the file system failed: " + reason(e);
        };
    }

    private static String reason(IOException e) {
        if (e instanceof FileSystemException failure) {
            String reason = failure.getReason();
            return reason == null ? failure.getClass().getSimpleName() : reason;
        }
        String text = e.getMessage();
        // Messages of other exceptions come from the JDK's channels and name no path; be sure of it all the same.
        return text == null || text.contains("/") ? e.getClass().getSimpleName() : text;
    }
}
