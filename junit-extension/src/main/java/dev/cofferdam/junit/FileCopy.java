package dev.cofferdam.junit;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies the files of a workspace into an attachment as far as the budget goes, and notes what it leaves out. */
final class FileCopy {
    private static final int MAX_FILES = 5000;
    private static final int MAX_NOTES = 200;

    private final Workspace workspace;
    private final KeepBudget budget;
    private final Redaction redaction;
    private final List<Map<String, Object>> leftOut = new ArrayList<>();
    private int copied;

    FileCopy(Workspace workspace, KeepBudget budget, Redaction redaction) {
        this.workspace = workspace;
        this.budget = budget;
        this.redaction = redaction;
    }

    /** Copy what can be copied; a workspace that no longer answers is noted like any other gap. */
    void into(Path directory) throws IOException {
        Listing listing;
        try {
            listing = workspace.list(
                    "", ListOptions.recursive().includeHidden(true).limit(MAX_FILES));
        } catch (WorkspaceException e) {
            note("", String.valueOf(e.getMessage()));
            return;
        }
        for (Entry entry : listing) {
            copy(entry, directory);
        }
        listing.unreadable().forEach(path -> note(path, "could not be read"));
        if (listing.truncated()) {
            note("", "only the first " + MAX_FILES + " entries were looked at");
        }
    }

    private void copy(Entry entry, Path directory) throws IOException {
        if (entry.lossy() || !(entry.isFile() || entry.isDirectory())) {
            note(entry.path(), entry.lossy() ? "its name is not UTF-8" : "it is neither a file nor a directory");
            return;
        }
        // A secret may also be the name of a file.
        Path target = target(directory, redaction.apply(entry.path()));
        if (target == null) {
            note(entry.path(), "its name cannot be used on this machine");
        } else if (entry.isDirectory()) {
            Files.createDirectories(target);
        } else if (!budget.takeBytes(entry.size())) {
            note(entry.path(), entry.size() + " bytes are more than " + SandboxWorkspace.KEEP_BYTES_KEY + " leaves");
        } else {
            copyFile(entry, target);
        }
    }

    private void copyFile(Entry entry, Path target) throws IOException {
        byte[] bytes;
        try {
            bytes = workspace.read(entry.path());
        } catch (WorkspaceException e) {
            note(entry.path(), String.valueOf(e.getMessage()));
            return;
        }
        Files.createDirectories(target.getParent());
        // CREATE_NEW: two names that are one on a file system that ignores case do not overwrite each other.
        if (Files.exists(target)) {
            note(entry.path(), "another file has this name on this machine");
        } else {
            Files.write(target, redaction.apply(bytes), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            copied++;
        }
    }

    private static @Nullable Path target(Path directory, String path) {
        try {
            Path target = directory.resolve(path).normalize();
            return target.startsWith(directory) && !target.equals(directory) ? target : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private void note(String path, String reason) {
        if (leftOut.size() < MAX_NOTES) {
            Map<String, Object> gap = new LinkedHashMap<>();
            gap.put("path", redaction.apply(path.isEmpty() ? "." : path));
            gap.put("reason", redaction.apply(reason));
            leftOut.add(gap);
        }
    }

    int copied() {
        return copied;
    }

    List<Map<String, Object>> leftOut() {
        return List.copyOf(leftOut);
    }
}
