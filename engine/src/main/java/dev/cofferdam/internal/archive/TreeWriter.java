package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.archive.FileWriter.Attributes;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Writes the entries of a checked source into a directory, each replacing a file or link of its path. */
final class TreeWriter {
    private static final int NEW_DIRECTORY = 0755;
    private static final int OWNER_ALL = 0700;

    private final Dir target;
    private final Plan plan;
    private final Set<String> present;
    private final FileWriter files;
    private final List<SourceEntry> directories = new ArrayList<>();
    private long done;
    private String last = "";

    TreeWriter(Dir target, Plan plan, RandomGenerator random) {
        this.target = target;
        this.plan = plan;
        this.present = plan.present();
        this.files = new FileWriter(random);
    }

    void write(EntrySource source) throws IOException {
        try {
            try (OpenPath open = new OpenPath(target, (parent, path, name) -> {})) {
                source.forEach((entry, content) -> write(open, entry, content));
            }
            finishDirectories();
        } catch (WriteFailure e) {
            throw halfWay(e.reason());
        } catch (IOException e) {
            throw halfWay(e);
        } catch (WorkspaceException e) {
            throw done == 0
                    ? e
                    : WorkspaceException.of(e.code(), e.getMessage() + " " + progress())
                            .causedBy(e);
        }
    }

    private void write(OpenPath open, SourceEntry entry, InputStream content) throws WriteFailure {
        try {
            if (done == plan.entries()) {
                throw new IOException("the source grew while it was copied");
            }
            writeEntry(open, entry, content);
        } catch (IOException e) {
            throw new WriteFailure(e);
        }
        done++;
        last = entry.path();
    }

    private void writeEntry(OpenPath open, SourceEntry entry, InputStream content) throws IOException {
        Interrupts.check();
        if (entry.hardLink()) {
            copy(open, entry);
        } else {
            Dir dir = open.parentOfMaking(entry.path(), NEW_DIRECTORY);
            switch (entry.type()) {
                case DIRECTORY -> directory(dir, entry);
                case SYMLINK -> symlink(dir, entry);
                default -> file(dir, entry, entry.size(), content);
            }
        }
    }

    private void directory(Dir dir, SourceEntry entry) throws IOException {
        try {
            dir.mkdir(entry.name(), entry.mode() | OWNER_ALL);
            directories.add(entry);
        } catch (FileAlreadyExistsException e) {
            // It was there, or an entry below it came first; its mode stays as it is.
        }
    }

    private void symlink(Dir dir, SourceEntry entry) throws IOException {
        if (!present.add(entry.path())) {
            dir.unlink(entry.name());
        }
        dir.symlink(entry.name(), entry.target());
        if (entry.modified() != null) {
            dir.setModified(entry.name(), entry.modified());
        }
    }

    private void file(Dir dir, SourceEntry entry, long size, InputStream content) throws IOException {
        Attributes attributes = new Attributes(entry.mode(), entry.modified(), size);
        if (present.add(entry.path())) {
            files.create(dir, entry.name(), attributes, content);
        } else {
            files.replace(dir, entry.name(), attributes, content);
        }
    }

    private void copy(OpenPath open, SourceEntry entry) throws IOException {
        String original = entry.target();
        Dir holder = open.parentOfMaking(original, NEW_DIRECTORY);
        try (SeekableByteChannel channel = holder.openFile(original.substring(original.lastIndexOf('/') + 1))) {
            Dir dir = open.parentOfMaking(entry.path(), NEW_DIRECTORY);
            file(dir, entry, channel.size(), Channels.newInputStream(channel));
        }
    }

    /** Give new directories their modes and times, the inner ones first, after all that changes them. */
    private void finishDirectories() throws IOException {
        directories.sort((a, b) -> Names.compare(b.path(), a.path()));
        try (OpenPath open = new OpenPath(target, (parent, path, name) -> {})) {
            for (SourceEntry entry : directories) {
                Dir dir = open.parentOf(entry.path());
                if ((entry.mode() & OWNER_ALL) != OWNER_ALL) {
                    dir.setMode(entry.name(), entry.mode());
                }
                if (entry.modified() != null) {
                    dir.setModified(entry.name(), entry.modified());
                }
            }
        }
    }

    /** Say exactly how far it came (WS-ERR-003). */
    private String progress() {
        return done == 0
                ? "Writing failed at the first of " + plan.entries() + " entries; no file was written."
                : "Writing ended after " + done + " of " + plan.entries() + " entries; the last that was written is '"
                        + Names.display(last) + "', and none after it.";
    }

    private IOException halfWay(IOException cause) {
        if (cause instanceof InterruptedIOException || cause instanceof ClosedByInterruptException) {
            InterruptedIOException interrupted = new InterruptedIOException(progress());
            interrupted.initCause(cause);
            return interrupted;
        }
        throw WorkspaceException.of(ErrorCode.IO, progress()).causedBy(cause);
    }
}
