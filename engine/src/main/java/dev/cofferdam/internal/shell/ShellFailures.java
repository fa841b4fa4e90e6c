package dev.cofferdam.internal.shell;

import dev.cofferdam.internal.tree.NotRegularException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Turns what the tools of the sandbox complain of, in the words of the C locale, into what the engine knows. */
final class ShellFailures {
    private ShellFailures() {}

    /** Return the failure that an answer stands for. */
    static IOException of(Answer answer, String name) {
        String reason = reason(answer.complaint());
        return switch (reason) {
            case "No such file or directory" -> new NoSuchFileException(name);
            case "File exists" -> new FileAlreadyExistsException(name);
            case "Directory not empty" -> new DirectoryNotEmptyException(name);
            case "Not a directory" -> new NotDirectoryException(name);
            case "Permission denied", "Operation not permitted" -> new AccessDeniedException(name, null, reason);
            case "Not a regular file", "No such device or address", "Resource temporarily unavailable" ->
                new NotRegularException(name);
            case "Invalid cross-device link", "Cross-device link" ->
                new AtomicMoveNotSupportedException(name, null, reason);
            default -> new FileSystemException(name, null, reason);
        };
    }

    /** Return the failure of a rename that may replace something. */
    static IOException ofRename(Answer answer, String name, String newName) {
        String complaint = answer.complaint();
        if (complaint.contains("cannot overwrite non-directory")) {
            return new NotDirectoryException(newName);
        }
        if (complaint.contains("cannot overwrite directory")) {
            return new FileAlreadyExistsException(newName);
        }
        IOException failure = of(answer, name);
        return failure instanceof FileAlreadyExistsException ? new DirectoryNotEmptyException(newName) : failure;
    }

    /** Return the failure of a rename that must not replace anything. */
    static IOException ofRenameNew(Answer answer, String name, String newName) {
        IOException failure = of(answer, name);
        return failure instanceof FileAlreadyExistsException || failure instanceof DirectoryNotEmptyException
                ? new FileAlreadyExistsException(newName)
                : failure;
    }

    /** Tell whether {@code find} complains of nothing but names that it did not find any more. */
    static boolean isOfVanished(Answer answer) {
        return answer.complaint()
                .lines()
                .allMatch(line -> line.startsWith("find: './") && line.endsWith(": No such file or directory"));
    }

    /** The system's own words stand at the end of the first line, after names that may hold anything. */
    private static String reason(String complaint) {
        int line = complaint.indexOf('\n');
        String first = line < 0 ? complaint : complaint.substring(0, line);
        if (complaint.contains(": ") && !first.contains(": ")) {
            first = complaint;
        }
        int colon = first.lastIndexOf(": ");
        String reason = first.substring(colon < 0 ? 0 : colon + 2).strip();
        boolean telling = !reason.isEmpty() && reason.indexOf('/') < 0 && reason.indexOf('\'') < 0;
        return telling ? reason : "a tool of the sandbox failed";
    }
}
