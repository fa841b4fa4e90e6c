package dev.cofferdam.junit.assertj;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/** Assertions on what is at one path of a workspace; a failure shows what is there instead. */
public final class FileAssert extends AbstractAssert<FileAssert, String> {
    private static final int MAX_NAMES = 20;

    private final Workspace workspace;

    FileAssert(Workspace workspace, String path) {
        super(path, FileAssert.class);
        this.workspace = workspace;
    }

    /**
     * Verify that there is something at the path.
     *
     * @return these assertions
     */
    public FileAssert exists() {
        entry();
        return this;
    }

    /**
     * Verify that there is nothing at the path.
     *
     * @return these assertions
     */
    public FileAssert doesNotExist() {
        Optional<Entry> found = find();
        if (found.isPresent()) {
            throw failure("%s", "Expecting nothing at " + actual + ", but there is a " + kind(found.get()));
        }
        return this;
    }

    /**
     * Verify that there is a regular file at the path.
     *
     * @return these assertions
     */
    public FileAssert isFile() {
        Entry entry = entry();
        if (!entry.isFile()) {
            throw failure("%s", "Expecting " + actual + " to be a file, but it is a " + kind(entry));
        }
        return this;
    }

    /**
     * Verify that there is a directory at the path.
     *
     * @return these assertions
     */
    public FileAssert isDirectory() {
        Entry entry = entry();
        if (!entry.isDirectory()) {
            throw failure("%s", "Expecting " + actual + " to be a directory, but it is a " + kind(entry));
        }
        return this;
    }

    /**
     * Verify the whole text of the file.
     *
     * @param expected the expected text, in UTF-8
     * @return these assertions
     */
    public FileAssert hasText(String expected) {
        String text = text();
        if (!text.equals(expected)) {
            throw failureWithActualExpected(
                    text,
                    expected,
                    "%s",
                    "Expecting " + actual + " to hold:\n" + expected + "\nbut it holds:\n" + text);
        }
        return this;
    }

    /**
     * Verify that the file holds a text.
     *
     * @param part the expected part, in UTF-8
     * @return these assertions
     */
    public FileAssert containsText(String part) {
        String text = text();
        if (!text.contains(part)) {
            throw failure("%s", "Expecting " + actual + " to contain:\n" + part + "\nbut it holds:\n" + text);
        }
        return this;
    }

    private String text() {
        exists();
        try {
            return workspace.readText(actual);
        } catch (WorkspaceException e) {
            AssertionError error = failure("%s", "Expecting " + actual + " to be a text file, but: " + e.getMessage());
            error.initCause(e);
            throw error;
        }
    }

    private Entry entry() {
        return find().orElseThrow(() ->
                failure("%s", "Expecting something at " + actual + ", but there is nothing" + siblings()));
    }

    private Optional<Entry> find() {
        try {
            return Optional.of(workspace.stat(actual));
        } catch (WorkspaceException e) {
            // A part of the path that is a file leaves nothing below it either.
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Name what lies beside the missing file, which is where a reader looks next. */
    private String siblings() {
        int slash = actual.lastIndexOf('/');
        String parent = slash < 0 ? "" : actual.substring(0, slash);
        String shown = parent.isEmpty() ? "the root" : parent;
        try {
            var names = workspace.list(parent).paths();
            return names.isEmpty()
                    ? "; " + shown + " is empty"
                    : "; in " + shown + " there is: "
                            + String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                            + (names.size() > MAX_NAMES ? ", …" : "");
        } catch (WorkspaceException e) {
            return "; " + shown + ": " + e.code();
        }
    }

    private static String kind(Entry entry) {
        return switch (entry.type()) {
            case FILE -> "file";
            case DIRECTORY -> "directory";
            case SYMLINK -> "symbolic link to " + entry.linkTarget().orElse("?");
            case OTHER -> "special file";
        };
    }
}
