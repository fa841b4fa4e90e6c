package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.Locale;

/** A failed system call, with the text a POSIX system has for it. */
final class Errno extends IOException {

    private static final long serialVersionUID = 1L;

    private final Code code;

    Errno(Code code) {
        super(code.text);
        this.code = code;
    }

    private Errno(String message, IOException cause) {
        super(message, cause);
        this.code = Code.EIO;
    }

    Code code() {
        return code;
    }

    String text() {
        String message = getMessage();
        return message == null ? code.text : message;
    }

    /** Names the system error that an exception of {@code java.nio.file} stands for. */
    static Errno of(IOException e) {
        if (e instanceof Errno errno) {
            return errno;
        }
        if (e instanceof NoSuchFileException) {
            return new Errno(Code.ENOENT);
        }
        if (e instanceof FileAlreadyExistsException) {
            return new Errno(Code.EEXIST);
        }
        if (e instanceof DirectoryNotEmptyException) {
            return new Errno(Code.ENOTEMPTY);
        }
        if (e instanceof NotDirectoryException) {
            return new Errno(Code.ENOTDIR);
        }
        if (e instanceof AccessDeniedException) {
            return new Errno(Code.EACCES);
        }
        if (e instanceof NotLinkException) {
            return new Errno(Code.EINVAL);
        }
        return ofMessage(e);
    }

    private static Errno ofMessage(IOException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (e instanceof FileSystemLoopException || message.contains("too many levels") || message.contains("loop")) {
            return new Errno(Code.ELOOP);
        }
        if (message.contains("not a regular file")) {
            return new Errno(Code.EISDIR);
        }
        if (message.contains("out of disk space") || message.contains("no space")) {
            return new Errno(Code.ENOSPC);
        }
        return new Errno(String.valueOf(e.getMessage()), e);
    }

    /** The system errors that occur here. */
    enum Code {
        ENOENT("No such file or directory"),
        EEXIST("File exists"),
        ENOTDIR("Not a directory"),
        EISDIR("Is a directory"),
        ENOTEMPTY("Directory not empty"),
        EACCES("Permission denied"),
        EPERM("Operation not permitted"),
        EINVAL("Invalid argument"),
        ELOOP("Too many levels of symbolic links"),
        ENAMETOOLONG("File name too long"),
        EILSEQ("Invalid or incomplete multibyte or wide character"),
        EBADF("Bad file descriptor"),
        EPIPE("Broken pipe"),
        ESPIPE("Illegal seek"),
        EINTR("Interrupted system call"),
        ENOSPC("No space left on device"),
        ENOEXEC("Exec format error"),
        ENOMEM("Cannot allocate memory"),
        ESRCH("No such process"),
        EIO("Input/output error");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
